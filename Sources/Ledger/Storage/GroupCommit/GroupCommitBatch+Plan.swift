extension GroupCommitBatch {
    typealias Plan = GroupCommitPlan<BatchState>

    /// Adds work to a plan, and runs it there.
    ///
    /// Where anything goes wrong the plan is given up, and all of its work runs again without one:
    /// then it is told apart which of it is at fault.
    mutating func add(_ items: [Item], to plan: inout Plan) {
        let first = plan.add(items)
        if plan.isGivenUp { return }
        do {
            try environment.plan(into: plan.changes, over: plan.base?.changes) { transaction in
                try plan.begin(overState: transaction.number - 1)
                try run(items, at: first, of: &plan, in: transaction)
            }
            plan.changes.sort()
        } catch {
            forgetState()
            plan.giveUp()
        }
    }

    private mutating func run(
        _ items: [Item], at first: Int, of plan: inout Plan,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        // A state that is begun anew knows what is committed, and not what the base will add or the
        // plan has added: a plan takes one up, or comes to nothing.
        guard let number = plan.stateNumber, isStateOf(number) else {
            throw Plan.Stale()
        }
        var state = try beginState(transaction, number: number + 1)
        for (offset, item) in items.enumerated() {
            plan.refusals[first + offset] = try Self.attempt(item, &state, transaction)
        }
        try finish(&state, transaction)
        keep(state, stateNumber: plan.stateNumber ?? number)
    }
}

extension GroupCommitPlan {
    /// What came of making a plan.
    enum Making {
        case made
        /// It did not fit, or another process has written since: its work has to run without it.
        case mustRunAgain
        /// The commit failed, for a reason that no item is at fault for.
        case failed(StorageError)
    }

    /// Makes what was planned, in a transaction of its own.
    func make(in environment: LMDBEnvironment) -> Making {
        // What refused or found everything held changes nothing.
        if changes.isEmpty { return .made }
        do throws(StorageError) {
            let transaction = try environment.beginWriting()
            guard transaction.number == stateNumber, makeChanges(in: transaction) else {
                return .mustRunAgain
            }
            try transaction.commit()
            return .made
        } catch {
            return error.isOfAmount ? .mustRunAgain : .failed(error)
        }
    }

    private func makeChanges(in transaction: borrowing LMDBWriteTransaction) -> Bool {
        do throws(StorageError) {
            try changes.make(in: transaction)
            return true
        } catch {
            // Without a plan the same error says which item it is of.
            return false
        }
    }
}
