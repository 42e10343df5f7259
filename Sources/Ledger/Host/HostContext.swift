/// Where and when a host action happens.
struct HostContext {
    let environment: StoreEnvironment
    let code: EnvironmentCode
    /// What the host gave; nil stands for the instant of recording.
    let effective: Instant?
    /// The instant of recording.
    let now: Instant

    var at: Instant { effective ?? now }

    /// An event of the host with nothing in it yet.
    func fields(_ kind: EventKind) -> EventFields {
        var fields = EventFields(kind: kind, recordedAt: now, effectiveAt: at)
        fields.environment = code
        return fields
    }
}

extension TransactionLedger {
    /// Runs a host action in the writer's next transaction.
    ///
    /// A refusal is an error of its own and leaves nothing behind.
    func perform<R: Sendable>(
        _ environment: StoreEnvironment, effective: Instant?,
        _ action:
            @escaping @Sendable (
                HostContext, inout LedgerBatch, borrowing LMDBWriteTransaction
            ) throws -> R
    ) async throws -> R {
        guard let code = EnvironmentCode(environment) else {
            throw LedgerError(
                .invalidArgument, "the environment is not one of Apple's four; name one of them")
        }
        let clock = clock
        return try await writer.perform { batch, transaction in
            let context = HostContext(
                environment: environment, code: code, effective: effective,
                now: batch.recordedAt(clock: clock()))
            defer { batch.forgetUndefinedSymbols() }
            do {
                return try action(context, &batch, transaction)
            } catch let refusal as HostActionError {
                throw GroupCommitRefusal(reason: refusal)
            }
        }
    }
}
