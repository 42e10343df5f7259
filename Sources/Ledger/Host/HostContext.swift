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
    /// The longest name of a currency, a product or an entitlement, in bytes of UTF-8.
    public static let nameByteCountMax = 256

    /// The most units of one spend or credit, so that no balance can leave the range of `Int64`.
    public static let amountMax: Int64 = 1_000_000_000_000

    /// Throws for more units than one action may have.
    static func checkAmount(_ amount: Int64) throws(HostActionError) {
        guard amount <= amountMax else { throw .amountTooLarge }
    }

    /// Throws unless a name has 1 to `nameByteCountMax` bytes: it stays in the ledger for ever.
    static func checkName(_ name: String) throws(LedgerError) {
        guard (1...nameByteCountMax).contains(name.utf8.count) else {
            throw LedgerError(
                .invalidArgument, "a name has 1 to \(nameByteCountMax) bytes of UTF-8")
        }
    }

    /// Runs a host action in the writer's next transaction.
    ///
    /// A refusal is an error of its own and leaves nothing behind. Work that changes very much should
    /// not run ahead: what it changes would be held in memory until the transaction in front of it is
    /// committed.
    func perform<R: Sendable>(
        _ environment: StoreEnvironment, effective: Instant?, mayRunAhead: Bool = true,
        _ action:
            @escaping @Sendable (
                HostContext, inout LedgerBatch, borrowing LMDBWriteTransaction
            ) throws -> R
    ) async throws -> R {
        let code = try Self.code(of: environment)
        guard configuration.environments.contains(environment) else {
            throw LedgerError(
                .invalidArgument, "this ledger does not accept the environment; configure it first")
        }
        let clock = clock
        return try await writer.perform(mayRunAhead: mayRunAhead) { batch, transaction in
            let context = HostContext(
                environment: environment, code: code, effective: effective,
                now: batch.recordedAt(clock: clock()))
            defer { batch.takeBackUndefinedSymbols() }
            do {
                return try action(context, &batch, transaction)
            } catch let refusal as HostActionError {
                throw GroupCommitRefusal(reason: refusal)
            }
        }
    }
}
