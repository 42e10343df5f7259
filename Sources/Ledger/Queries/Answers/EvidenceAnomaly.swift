/// Something in the evidence to look at; it changes no answer.
public struct EvidenceAnomaly: Sendable, Hashable {
    /// The event at which it shows.
    public var sequence: UInt64
    /// What kind of oddity it is; new kinds may come.
    public var kind: String
    /// What is odd, in words.
    public var detail: String

    func write(to json: inout JSONWriter) {
        json.member("sequence", sequence)
        json.member("kind", kind)
        json.member("detail", detail)
    }
}

extension EvidenceAnomaly {
    init(
        _ anomaly: Anomaly, _ view: LedgerView,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        sequence = anomaly.sequence
        kind = anomaly.kind
        func account(_ number: IdentityNumber) throws -> String {
            try view.reader.identityText(number, in: transaction) ?? "an erased account"
        }
        switch anomaly.detail {
        case .labelDisagreesWithFields(let type, let hasRevocationDate):
            let name = view.text(type) ?? "the label"
            detail =
                hasRevocationDate
                ? "\(name) with a revocationDate: the fields win"
                : "\(name) without a revocationDate: the label's signedDate stands for it"
        case .ownershipConflict(let owner, let claimant):
            detail =
                "\(try account(claimant)) claims a line that \(try account(owner)) owns; "
                + "assign moves it"
        case .statusDisagrees(let apple, let ours):
            detail =
                "the App Store says status \(apple), the evidence up to then says \(ours.name)"
        case .missingExpiresDate(let transactionID):
            detail =
                "transaction \(view.text(transactionID) ?? "?") is a subscription without an "
                + "expiresDate: never active"
        case .missingDuration(let product):
            detail =
                "the catalog gives \(view.text(product) ?? "?") no duration: it grants nothing"
        case .successorMissing(let transactionID):
            detail =
                "transaction \(view.text(transactionID) ?? "?") was upgraded to one that is not "
                + "known"
        case .notificationConflict(let uuid):
            detail = "notification \(uuid.text) came with different content"
        case .unknownNotificationType(let type):
            detail = "\(view.text(type) ?? "?") is no type that this release knows"
        case .statementConflict(let other):
            detail = "event \(other) has the same signedDate and other content"
        case .retryFlagWhilePaid:
            detail = "the billing retry flag is set while a paid period is in force"
        case .periodOfAnotherLine(let holder):
            detail =
                "the period belongs to \(view.text(holder) ?? "another line"), whose statement was "
                + "signed first"
        }
    }
}

extension Answer<[EvidenceAnomaly]> {
    /// The answer as one JSON object in UTF-8.
    public var json: [UInt8] {
        json { json in
            json.array("anomalies") { json in
                for anomaly in value { json.object { anomaly.write(to: &$0) } }
            }
        }
    }
}
