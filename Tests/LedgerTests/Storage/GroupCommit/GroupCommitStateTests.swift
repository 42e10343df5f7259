import Testing

@testable import Ledger

@Suite("Who waits and who works in a group commit")
struct GroupCommitStateTests {
    @Test(
        "Whoever comes, fails or falls asleep when: all work is done once, in order, and nobody is forgotten",
        arguments: 1...400)
    func everyInterleaving(seed: UInt64) {
        var walk = GroupCommitWalk(seed: seed)
        walk.run()
        #expect(walk.faults.isEmpty, "seed \(seed): \(walk.faults)")
        #expect(walk.done == Array(0..<walk.enqueuedCount), "seed \(seed)")
    }

    @Test("The walk meets plans that are made, given up, thrown away and added to")
    func everyKind() {
        var sums = (made: 0, lost: 0, over: 0, added: 0, plannerSleptOnWork: 0)
        for seed in UInt64(1)...60 {
            var walk = GroupCommitWalk(seed: seed)
            walk.run()
            sums.made += walk.state.plansMadeCount
            sums.lost += walk.state.plansLostCount
            sums.over += walk.plansOverBaseCount
            sums.added += walk.piecesAddedCount
        }
        #expect(sums.made > 300 && sums.lost > 100 && sums.over > 100 && sums.added > 30, "\(sums)")
    }
}

/// Takes the steps of writer, planner and callers in a random order, as threads would, with a
/// counter for each semaphore.
struct GroupCommitWalk {
    typealias Item = GroupCommitItem<Int>
    typealias State = GroupCommitState<Int>

    private enum Writer {
        case stepping, asleep, ended
        case working(State.Job)
        /// Runs again what a plan that failed had.
        case runningAgain([Item])
    }

    private enum Planner {
        case stepping, asleep, ended
        case adding([Item], State.Plan)
    }

    private enum Actor: CaseIterable {
        case caller, writer, planner
    }

    private(set) var state: State
    private var random: SeededGenerator
    private var writer = Writer.stepping
    private var planner = Planner.stepping
    private var signals: [State.Sleeper: Int] = [.writer: 0, .planner: 0]
    private var placesWaitedFor = 0
    private let itemsCount: Int
    private let failingShare: Int
    private(set) var enqueuedCount = 0
    /// The items that were done, in order.
    var done: [Int] { recorder.values }
    private let recorder = Recorder()
    private(set) var faults: [String] = []
    private(set) var plansOverBaseCount = 0
    private(set) var piecesAddedCount = 0
    /// How many transactions there were, and behind which each plan belongs.
    private var transactionsCount = 0
    private var planned: [UInt64: Int] = [:]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        itemsCount = Int.random(in: 1...120, using: &random)
        failingShare = [0, 10, 40].randomElement(using: &random) ?? 0
        state = State(
            limits: GroupCommitLimits(
                itemsPerCommitMax: Int.random(in: 1...9, using: &random),
                itemsPerPieceMax: Int.random(in: 1...4, using: &random),
                itemsQueuedMax: Int.random(in: 1...12, using: &random)))
    }

    mutating func run() {
        for _ in 0..<100_000 {
            let actors = Actor.allCases.filter(mayAct)
            guard let actor = actors.randomElement(using: &random) else { break }
            switch actor {
            case .caller: call()
            case .writer: write()
            case .planner: plan()
            }
            noteForgotten()
        }
        if case .ended = writer, case .ended = planner { return }
        faults.append("asleep for ever: \(state.items.count) items wait")
    }

    /// Nobody sleeps unsignalled while there is something that only they would do.
    private mutating func noteForgotten() {
        if case .asleep = planner, signals[.planner] == 0, state.isPlanning || state.mayPlan {
            faults.append("the planner sleeps while it might plan")
        }
        if case .asleep = writer, signals[.writer] == 0, !state.isPlanning, !state.items.isEmpty {
            faults.append("the writer sleeps while work waits")
        }
    }

    private func chance(_ percent: Int, using random: inout SeededGenerator) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    private func mayAct(_ actor: Actor) -> Bool {
        switch actor {
        case .caller:
            // A shutdown comes behind all of them.
            return enqueuedCount < itemsCount ? placesWaitedFor == 0 : !state.isShutDown
        case .writer:
            switch writer {
            case .asleep: return signals[.writer, default: 0] > 0
            case .ended: return false
            case .stepping, .working, .runningAgain: return true
            }
        case .planner:
            switch planner {
            case .asleep: return signals[.planner, default: 0] > 0
            case .ended: return false
            case .stepping, .adding: return true
            }
        }
    }

    private mutating func wake(_ sleeper: State.Sleeper?) {
        if let sleeper { signals[sleeper, default: 0] += 1 }
    }

    // MARK: Callers

    private mutating func call() {
        if enqueuedCount == itemsCount {
            let (_, wakes) = state.shutDown()
            return wake(wakes)
        }
        if state.takePlace(orLater: {}) { enqueue() } else { placesWaitedFor += 1 }
    }

    private mutating func enqueue() {
        let (number, recorder) = (enqueuedCount, recorder)
        enqueuedCount += 1
        let item = Item(
            mayRunAhead: chance(85, using: &random), work: { _, _ in },
            answer: { _ in recorder.append(number) })
        wake(state.enqueue(item).wakes)
    }

    private mutating func admit(_ admitted: [State.Admission]) {
        for _ in admitted {
            placesWaitedFor -= 1
            enqueue()
        }
    }

    // MARK: The writer

    private mutating func write() {
        switch writer {
        case .stepping: step(wasWaiting: false)
        case .asleep:
            signals[.writer, default: 0] -= 1
            step(wasWaiting: true)
        case .working(.items(let items)), .working(.itemsOfPlan(let items)),
            .runningAgain(let items):
            transactionsCount += 1
            // Any answer tells that it was its turn.
            for item in items { item.answer(StorageError.closed) }
            writer = .stepping
        case .working(.plan(let plan)): make(plan)
        case .ended: break
        }
    }

    private mutating func step(wasWaiting: Bool) {
        switch state.nextStep(wasWaiting: wasWaiting) {
        case .doJob(let job, let admitted, let wakes):
            writer = .working(job)
            wake(wakes)
            admit(admitted)
        case .wait(let wakes):
            writer = .asleep
            wake(wakes)
        case .end:
            writer = .ended
            wake(.planner)
        }
    }

    private mutating func make(_ plan: State.Plan) {
        if chance(failingShare, using: &random) {
            state.didNotMake()
            writer = .runningAgain(plan.items)
            return
        }
        if planned[plan.number] != transactionsCount {
            faults.append("a plan was made behind another transaction than it was planned for")
        }
        transactionsCount += 1
        let next = state.didMake(plan)
        wake(next?.wakes)
        plan.answer(.closed)
        writer = next.map { .working($0.job) } ?? .stepping
    }

    // MARK: The planner

    private mutating func plan() {
        switch planner {
        case .stepping: begin()
        case .asleep:
            signals[.planner, default: 0] -= 1
            begin()
        case .adding(let items, let plan): add(items, to: plan)
        case .ended: break
        }
    }

    private mutating func begin() {
        switch state.beginPlan() {
        case .add(let items, let plan, let admitted):
            if plan.items.isEmpty {
                note(plan)
            } else {
                piecesAddedCount += 1
            }
            planner = .adding(items, plan)
            admit(admitted)
        case .wait: planner = .asleep
        case .end: planner = .ended
        }
    }

    /// Notes behind which transaction a new plan belongs.
    private mutating func note(_ plan: State.Plan) {
        guard let base = plan.base else {
            if case .running = state.writer {
                faults.append("a plan without a base was begun while items run")
            }
            planned[plan.number] = transactionsCount
            return
        }
        plansOverBaseCount += 1
        // The base may have been made in the meantime, or fail later: then this one is not made.
        planned[plan.number] = (planned[base.planNumber] ?? 0) + 1
    }

    private mutating func add(_ items: [Item], to plan: State.Plan) {
        var plan = plan
        _ = plan.add(items)
        if chance(failingShare / 2, using: &random) { plan.giveUp() }
        do {
            try plan.begin(overState: 10)
        } catch {
            faults.append("a plan without changes was stale")
        }
        switch state.finish(plan) {
        case .add(let more, let admitted):
            piecesAddedCount += 1
            planner = .adding(more, plan)
            admit(admitted)
        case .isReady(let wakes):
            planner = .stepping
            wake(wakes)
        }
    }
}
