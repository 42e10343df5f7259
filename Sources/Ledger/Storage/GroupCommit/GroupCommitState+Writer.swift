/// The steps of the writer's thread.
extension GroupCommitState {
    /// What the writer's thread does next.
    enum Job {
        /// Run these in a transaction of their own.
        case items([Item])
        /// Make what was planned.
        case plan(Plan)
        /// Run these in a transaction of their own, because their plan came to nothing.
        case itemsOfPlan([Item])
    }

    enum WriterStep {
        case doJob(Job, admitted: [Admission], wakes: Sleeper?)
        /// Sleep until woken.
        case wait(wakes: Sleeper?)
        /// Everything is done after the shutdown; the planner has to be told.
        case end
    }

    /// What to do next.
    ///
    /// `wasWaiting` says whether nobody worked when it came: such work gets a transaction at once.
    mutating func nextStep(wasWaiting: Bool) -> WriterStep {
        if let (job, wakes) = takeReadyPlan() {
            return .doJob(job, admitted: [], wakes: wakes)
        }
        writer = .waiting
        if isPlanning { return .wait(wakes: nil) }
        guard let first = items.first else {
            letGoOfChanges()
            if !isShutDown { return .wait(wakes: nil) }
            hasEnded = true
            return .end
        }
        if wasWaiting || !first.mayRunAhead {
            (writer, planMade) = (.running, nil)
            let taken = take(upTo: limits.itemsPerCommitMax) { _ in true }
            return .doJob(.items(taken), admitted: admit(), wakes: nil)
        }
        // Work has gathered: from now on it is planned while the writer commits.
        isPlanning = true
        return .wait(wakes: .planner)
    }

    /// Says that a plan was made; returns the next one if it is ready.
    mutating func didMake(_ plan: Plan) -> (job: Job, wakes: Sleeper?)? {
        planMade = plan.number
        plansMadeCount += 1
        return takeReadyPlan()
    }

    /// Says that a plan was not made: nothing can be built on it.
    mutating func didNotMake() {
        plansLostCount += 1
        (writer, planMade) = (.running, nil)
    }

    private mutating func takeReadyPlan() -> (job: Job, wakes: Sleeper?)? {
        guard let plan = handed.take() ?? ready.take() else { return nil }
        writer = whatWriterDoes(with: plan)
        guard case .committing = writer else {
            plansLostCount += 1
            planMade = nil
            return (.itemsOfPlan(plan.items), nil)
        }
        return (.plan(plan), wakePlanner())
    }

    /// A plan is made if it holds, and if that which it builds on was made.
    func whatWriterDoes(with plan: Plan) -> Writer {
        guard let next = plan.asBase, plan.base.map({ $0.planNumber == planMade }) ?? true
        else { return .running }
        return .committing(next)
    }

    /// Nothing is planned or made: what was must not stay in memory for as long as nobody comes.
    private func letGoOfChanges() {
        for held in changes where !held.isEmpty { held.removeAll() }
    }
}
