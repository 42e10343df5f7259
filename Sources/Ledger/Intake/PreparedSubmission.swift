/// One verified input with everything that depends on it alone, ready for the writer.
///
/// There is one writer and there are many verifying tasks, so that what neither the log nor the
/// instant of recording has a say in is made here: digests, salts, compressed evidence, symbols.
///
/// A class: it moves from task to task, and none of them changes it.
final class PreparedSubmission: Sendable {
    let environment: EnvironmentCode
    let bundleID: String
    /// The payloads, outermost first, as events would hold them; their instant of recording is the
    /// writer's to fill in.
    let drafts: [PreparedStatement]
    /// What the provisional symbols of the drafts stand for, in the order of their numbers.
    let newTexts: [String]
    /// The signed bytes as they will be kept.
    let evidence: PreparedEvidence
    /// The transactionId that the input is about, if it is about one.
    let transactionID: String?
    /// Which of the host's accounts presented the input.
    let presentedBy: AccountToken?

    init(
        environment: EnvironmentCode, bundleID: String, drafts: [PreparedStatement],
        newTexts: [String], evidence: PreparedEvidence, transactionID: String?,
        presentedBy: AccountToken?
    ) {
        self.environment = environment
        self.bundleID = bundleID
        self.drafts = drafts
        self.newTexts = newTexts
        self.evidence = evidence
        self.transactionID = transactionID
        self.presentedBy = presentedBy
    }

    /// The same input, presented by another account or by none.
    func presented(by account: AccountToken?) -> PreparedSubmission {
        PreparedSubmission(
            environment: environment, bundleID: bundleID, drafts: drafts, newTexts: newTexts,
            evidence: evidence, transactionID: transactionID, presentedBy: account)
    }

    /// Whose purchase of the app the input is about; nil where it is about none, or says too
    /// little.
    var app: Identity? { drafts.last { $0.payload == .appTransaction }?.apple }

    /// Whether the input brings a transaction.
    var hasTransaction: Bool { drafts.contains { $0.payload == .transaction } }
}
