/// The steps of the planner's thread.
extension GroupCommitState {
    enum PlannerStep {
        /// Add this work to the plan, which is new or to be continued.
        case add([Item], to: Plan, admitted: [Admission])
        /// Sleep until woken.
        case wait
        case end
    }

    /// What to plan next.
    mutating func beginPlan() -> PlannerStep {
        if case .running = writer {
            // It runs a plan's work again, perhaps that of the plan in front. It comes back for
            // what waits.
            isPlanning = false
        }
        guard isPlanning || mayPlan else { return hasEnded ? .end : .wait }
        isPlanning = true
        let plan = ready.take() ?? newPlan()
        return .add(takePiece(for: plan), to: plan, admitted: admit())
    }

    /// What comes of a plan to which work was added.
    enum Finish {
        /// Add this too, while the writer is busy.
        case add([Item], admitted: [Admission])
        /// It is the writer's next job.
        case isReady(wakes: Sleeper?)
    }

    /// Says that work was added to a plan.
    mutating func finish(_ plan: Plan) -> Finish {
        if case .waiting = writer {
            isPlanning = false
            handed = plan
            writer = whatWriterDoes(with: plan)
            return .isReady(wakes: .writer)
        }
        let more = hasRoom(plan) && isBaseAlive(of: plan) ? takePiece(for: plan) : []
        if !more.isEmpty { return .add(more, admitted: admit()) }
        isPlanning = false
        ready = plan
        return .isReady(wakes: nil)
    }

    /// Whether the work that waits may be planned now: behind a plan that is being committed.
    var mayPlan: Bool {
        guard case .committing = writer, let first = items.first, first.mayRunAhead else {
            return false
        }
        return ready.map(hasRoom) ?? true
    }

    private mutating func newPlan() -> Plan {
        plansCount += 1
        var base: Plan.Base?
        if case .committing(let plan) = writer { base = plan }
        let changes = changes[Int(plansCount % 2)]
        changes.removeAll()
        return Plan(number: plansCount, base: base, changes: changes)
    }

    private func hasRoom(_ plan: Plan) -> Bool {
        !plan.isGivenUp && plan.items.count < limits.itemsPerCommitMax
            && plan.changes.byteCount < limits.bytesPerPlanMax
    }

    /// False where it is known already that the plan comes to nothing.
    private func isBaseAlive(of plan: Plan) -> Bool {
        guard let base = plan.base, base.planNumber != planMade else { return true }
        if case .committing(let committing) = writer {
            return committing.planNumber == base.planNumber
        }
        return false
    }

    private mutating func takePiece(for plan: Plan) -> [Item] {
        let room = limits.itemsPerCommitMax - plan.items.count
        return take(upTo: min(room, limits.itemsPerPieceMax)) { $0.mayRunAhead }
    }
}
