/// What runs work items in write transactions, one for all of them when all goes well, and plans
/// such transactions.
struct GroupCommitBatch<BatchState> {
    typealias Item = GroupCommitItem<BatchState>

    /// After so many transactions that one item spoiled for the others, each of the rest gets a
    /// transaction of its own.
    static var sharedAttemptsMax: Int { 8 }

    let environment: LMDBEnvironment
    let begin: @Sendable (borrowing LMDBWriteTransaction) throws -> BatchState
    let resume: (@Sendable (inout BatchState, borrowing LMDBWriteTransaction) throws -> Void)?
    let finish: @Sendable (inout BatchState, borrowing LMDBWriteTransaction) throws -> Void

    /// The state of the last transaction, if it was committed or planned, and the number that the
    /// next one has if nobody else writes meanwhile.
    private var last: (state: BatchState, nextNumber: Int)?

    init(
        environment: LMDBEnvironment,
        begin: @escaping @Sendable (borrowing LMDBWriteTransaction) throws -> BatchState,
        resume: (@Sendable (inout BatchState, borrowing LMDBWriteTransaction) throws -> Void)?,
        finish:
            @escaping @Sendable (inout BatchState, borrowing LMDBWriteTransaction) throws -> Void
    ) {
        self.environment = environment
        self.begin = begin
        self.resume = resume
        self.finish = finish
    }

    /// How one transaction ended.
    private enum Ending {
        /// Committed; the items at these places refused and changed nothing.
        case committed(refusals: [Int: any Error])
        /// Undone, because the item at this place threw after it may have changed something.
        case spoiled(by: Int, any Error)
        /// Undone, because the items together, or one of them, asked for too much.
        case tooMuch(any Error)
        /// Undone, for a reason that no item is at fault for.
        case failed(any Error)
    }

    /// Runs the items, commits, then answers all of them in order.
    mutating func run(_ items: [Item]) {
        var errors = [(any Error)?](repeating: nil, count: items.count)
        runTogether(items, errors: &errors)
        for (item, error) in zip(items, errors) { item.answer(error) }
    }

    /// The same, for items whose plan came to nothing.
    mutating func runAgain(_ items: [Item]) {
        forgetState()
        run(items)
    }

    private mutating func runTogether(_ items: [Item], errors: inout [(any Error)?]) {
        var places = Array(items.indices)
        for _ in 0..<Self.sharedAttemptsMax {
            if places.isEmpty { return }
            switch attempt(places, of: items) {
            case .committed(let refusals):
                for (place, error) in refusals { errors[place] = error }
                return
            case .spoiled(let place, let error):
                errors[place] = error
                places.removeAll { $0 == place }
            case .tooMuch(let error) where places.count == 1:
                errors[places[0]] = error
                return
            case .tooMuch:
                return runOneByOne(places, of: items, errors: &errors)
            case .failed(let error):
                for place in places { errors[place] = error }
                return
            }
        }
        runOneByOne(places, of: items, errors: &errors)
    }

    /// Gives each item a transaction of its own, so that those that fit are kept.
    private mutating func runOneByOne(
        _ places: [Int], of items: [Item], errors: inout [(any Error)?]
    ) {
        for place in places {
            switch attempt([place], of: items) {
            case .committed(let refusals): errors[place] = refusals[place]
            case .spoiled(_, let error), .tooMuch(let error), .failed(let error):
                errors[place] = error
            }
        }
    }

    /// Runs the items at these places in one transaction.
    private mutating func attempt(_ places: [Int], of items: [Item]) -> Ending {
        do {
            let transaction = try environment.beginWriting()
            var state = try beginState(transaction, number: transaction.number)
            var refusals: [Int: any Error] = [:]
            for place in places {
                do {
                    refusals[place] = try Self.attempt(items[place], &state, transaction)
                } catch {
                    return ending(after: error, by: place)
                }
            }
            if refusals.count == places.count {
                // Who refuses has touched neither state nor store.
                keep(state, stateNumber: transaction.number - 1)
                return .committed(refusals: refusals)
            }
            return commit(consume transaction, consume state, refusals)
        } catch {
            return .failed(error)
        }
    }

    /// Runs one item; returns why it refused, if it did.
    static func attempt(
        _ item: Item, _ state: inout BatchState, _ transaction: borrowing LMDBWriteTransaction
    ) throws -> (any Error)? {
        let changesBefore = transaction.changeCount
        do {
            try item.attempt(&state, transaction)
            return nil
        } catch let refusal as GroupCommitRefusal
            where transaction.changeCount == changesBefore
        {
            return refusal.reason
        }
    }

    /// The state that a transaction begins with: that of the last one where it still holds.
    ///
    /// Whatever goes wrong with this transaction, what it did to the state goes with it.
    mutating func beginState(
        _ transaction: borrowing LMDBWriteTransaction, number: Int
    ) throws -> BatchState {
        guard let resume, var last = last.take(), last.nextNumber == number else {
            return try begin(transaction)
        }
        try resume(&last.state, transaction)
        return last.state
    }

    /// Whether the state that is kept is that behind the state of a number.
    func isStateOf(_ stateNumber: Int) -> Bool { last?.nextNumber == stateNumber + 1 }

    /// Keeps the state behind a transaction.
    mutating func keep(_ state: consuming BatchState, stateNumber: Int) {
        last = (state, stateNumber + 1)
    }

    /// Forgets the state of a plan that was not made.
    mutating func forgetState() { last = nil }

    private mutating func commit(
        _ transaction: consuming LMDBWriteTransaction, _ state: consuming BatchState,
        _ refusals: [Int: any Error]
    ) -> Ending {
        let stateNumber: Int
        do {
            try finish(&state, transaction)
            stateNumber = transaction.number - (transaction.changeCount > 0 ? 0 : 1)
        } catch {
            // What an item left in the state is put only now, so any item may be the cause.
            return .tooMuch(error)
        }
        do throws(StorageError) {
            try transaction.commit()
            keep(state, stateNumber: stateNumber)
            return .committed(refusals: refusals)
        } catch {
            return error.isOfAmount ? .tooMuch(error) : .failed(error)
        }
    }

    private func ending(after error: any Error, by place: Int) -> Ending {
        if let error = error as? StorageError, error.isOfAmount { return .tooMuch(error) }
        if let refusal = error as? GroupCommitRefusal { return .spoiled(by: place, refusal.reason) }
        return .spoiled(by: place, error)
    }
}

extension StorageError {
    /// True when less work in the transaction could have gone well.
    var isOfAmount: Bool {
        switch self {
        case .mapFull, .diskFull, .transactionTooLarge, .transactionFailed, .outOfMemory: true
        default: false
        }
    }
}
