import LedgerTesting

@testable import Ledger

/// The questions of a scenario.
enum ScenarioQuestion {
    static let stateQueries: Set<String> = [
        "entitlements", "status", "balance", "refunds", "unattributed", "attempts",
        "app-transaction",
    ]
    static let stateExports: Set<String> = ["transactions", "entitlements", "statuses", "balances"]

    /// Whether the answer must not depend on the order of arrival.
    static func isAboutState(_ question: TestJSON) throws -> Bool {
        if question["knownAt"] != nil || question["asAt"] != nil { return false }
        let query = try question.text("query")
        guard query == "export" else { return stateQueries.contains(query) }
        return stateExports.contains(try question.text("kind"))
    }

    /// The bytes of the answer.
    static func answer(
        _ question: TestJSON, _ whole: WholeLedger, at now: Instant
    ) throws -> [UInt8] {
        let cut = try cut(question, at: now)
        let query = try question.text("query")
        switch query {
        case "export": return try export(question, whole.ledger, cut)
        case "refunds", "unattributed", "unfinished", "anomalies":
            return try list(query, question, whole.ledger, cut)
        default: return try ofCustomer(query, question, whole.ledger, cut)
        }
    }

    /// The answer as JSON: an export is a list of rows, and a balance of a currency stands beside.
    static func json(_ question: TestJSON, _ bytes: [UInt8]) throws -> TestJSON {
        if question["query"] == "export" {
            if question["format"] == "csv" {
                let rows = try CSVRows.rows(String(decoding: bytes, as: UTF8.self))
                return ["rows": .array(rows)]
            }
            return ["rows": .array(try bytes.split(separator: 10).map { try TestJSON(json: $0) })]
        }
        var json = try TestJSON(json: bytes)
        if question["query"] == "balance", let currency = question["currency"] {
            let entry = try json.elements("balances").first { $0["currency"] == currency }
            json["$balance"] = entry?["balance"] ?? 0
            json["$spendable"] = entry?["spendable"] ?? 0
        }
        return json
    }

    /// Every answer says for which environment and instants it holds.
    static func headDifferences(
        _ question: TestJSON, _ answer: TestJSON, at now: Instant
    ) throws -> [String] {
        guard question["query"] != "export" else { return [] }
        let both = try question.optionalInstant("asAt")
        let asOf = try question.optionalInstant("asOf") ?? both ?? now
        let knownAt = try question.optionalInstant("knownAt") ?? both ?? now
        let head: TestJSON = [
            "environment": .string(question.environment.rawValue),
            "asOf": .string(asOf.iso8601), "knownAt": .string(knownAt.iso8601),
        ]
        let hasSequence = answer["sequence"]?.integerValue != nil
        return PartMatcher.differences(head, answer) + (hasSequence ? [] : ["no sequence"])
    }

    private static func cut(_ question: TestJSON, at now: Instant) throws -> Cut {
        if question["asAt"] != nil { return .asAt(try question.instant("asAt")) }
        let knownAt = try question.optionalInstant("knownAt")
        return Cut(
            asOf: try question.optionalInstant("asOf") ?? now,
            knowledge: knownAt.map { .recordedAt($0) } ?? .everything)
    }

    private static func ofCustomer(
        _ query: String, _ question: TestJSON, _ ledger: TransactionLedger, _ cut: Cut
    ) throws -> [UInt8] {
        let customer = try question.customer()
        let environment = question.environment
        switch query {
        case "entitlements":
            return try ledger.entitlements(of: customer, environment: environment, at: cut).json
        case "status":
            return try ledger.subscriptionStatuses(
                of: customer, in: question["group"]?.stringValue, environment: environment, at: cut
            ).json
        case "balance":
            return try ledger.balances(
                of: customer, currency: question["currency"]?.stringValue,
                environment: environment, at: cut
            ).json
        case "history":
            return try ledger.history(of: customer, environment: environment, at: cut).json
        case "attempts":
            return try ledger.attempts(of: customer, environment: environment, at: cut).json
        case "app-transaction":
            return try ledger.appTransactions(of: customer, environment: environment, at: cut).json
        case "explain":
            return try ledger.explain(
                question.text("entitlement"), of: customer, environment: environment, at: cut
            ).json
        default: throw ScenarioMistake("\(query) is no question")
        }
    }

    private static func list(
        _ query: String, _ question: TestJSON, _ ledger: TransactionLedger, _ cut: Cut
    ) throws -> [UInt8] {
        let customer = question["customer"] == nil ? nil : try question.customer()
        let environment = question.environment
        switch query {
        case "unfinished":
            return try ledger.unfinished(of: customer, environment: environment, at: cut).json
        case "unattributed":
            return try ledger.unattributed(environment: environment, at: cut).json
        case "anomalies":
            return try ledger.anomalies(of: customer, environment: environment, at: cut).json
        default:
            return try ledger.refunds(
                from: question.optionalInstant("from", dateAlone: .startOfDay),
                to: question.optionalInstant("to"), environment: environment, at: cut
            ).json
        }
    }

    private static func export(
        _ question: TestJSON, _ ledger: TransactionLedger, _ cut: Cut
    ) throws -> [UInt8] {
        guard let kind = ExportKind(rawValue: try question.text("kind")),
            let format = ExportFormat(rawValue: try question.text("format"))
        else { throw ScenarioMistake("no such export") }
        let range = TransactionLedger.ExportRange(
            from: try question.optionalInstant("from", dateAlone: .startOfDay),
            to: try question.optionalInstant("to"))
        var bytes: [UInt8] = []
        try ledger.export(
            kind, format: format, environment: question.environment, at: cut, range: range
        ) { span in
            for index in span.indices { bytes.append(span[index]) }
        }
        return bytes
    }
}
