import Foundation
import LedgerTesting

@testable import Ledger

/// A scenario file: what arrives and what the host does, and what must then be answered.
struct Scenario: Sendable {
    let id: String
    let title: String
    let isPermutable: Bool
    /// When the questions at the end are asked.
    let now: Instant
    let catalog: TestJSON
    let steps: [ScenarioStep]
    /// The questions at the end.
    let questions: [TestJSON]

    static let folder = "scenarios"

    /// Every scenario file, by name.
    static let names: [String] = (try? Fixture.paths(under: folder, suffixes: [".json"])) ?? []

    init(path: String) throws {
        let json = try TestJSON(json: Fixture.bytes(path))
        id = try json.text("id")
        title = try json.text("title")
        isPermutable = json["permutable"] == true
        now = try json.instant("now")
        catalog = try json.member("catalog")
        steps = try json.elements("steps").map { try ScenarioStep($0) }
        questions = try json.elements("expect")
    }
}

/// One step of a scenario.
struct ScenarioStep: Sendable {
    enum Kind: String, CaseIterable {
        case ingest, ask, concurrently, spend, reverseSpend, credit, reverseCredit, grant, endGrant
        case assign, attempt, finish, catalog, policy, erase
    }

    let kind: Kind
    /// What the ledger's clock shows.
    let at: Instant
    let json: TestJSON
    /// What stands under the key of the kind.
    let content: TestJSON

    init(_ json: TestJSON) throws {
        let kinds = Kind.allCases.filter { json[$0.rawValue] != nil }
        guard kinds.count == 1, let kind = kinds.first else {
            throw ScenarioMistake("a step is exactly one thing")
        }
        self.kind = kind
        self.json = json
        content = try json.member(kind.rawValue)
        at = json["at"] == nil ? .distantPast : try json.instant("at")
    }

    /// Whether its place among the evidence matters: a spend may be refused for want of it, and
    /// what comes after an erasure names somebody new.
    var isBarrier: Bool { [.spend, .reverseSpend, .concurrently, .erase].contains(kind) }

    /// Whether it may come in any order: evidence that nobody presents.
    var isMovable: Bool { kind == .ingest && json["presentedBy"] == nil }
}

/// A file that is not as the format says.
struct ScenarioMistake: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension TestJSON {
    func member(_ key: String) throws -> TestJSON {
        guard let value = self[key] else { throw ScenarioMistake("no \(key) in \(self)") }
        return value
    }

    func text(_ key: String) throws -> String {
        guard let text = try member(key).stringValue else {
            throw ScenarioMistake("\(key) is no text")
        }
        return text
    }

    func integer(_ key: String) throws -> Int64 {
        guard let integer = try member(key).integerValue else {
            throw ScenarioMistake("\(key) is no whole number")
        }
        return integer
    }

    func elements(_ key: String) throws -> [TestJSON] {
        guard case .array(let values) = try member(key) else {
            throw ScenarioMistake("\(key) is no array")
        }
        return values
    }

    /// An instant; a day alone is its last millisecond, or its first.
    func instant(_ key: String, dateAlone: Instant.DateAlone = .endOfDay) throws -> Instant {
        guard let instant = Instant(iso8601: try text(key), dateAlone: dateAlone) else {
            throw ScenarioMistake("\(key) is no instant")
        }
        return instant
    }

    func optionalInstant(
        _ key: String, dateAlone: Instant.DateAlone = .endOfDay
    ) throws -> Instant? {
        self[key] == nil ? nil : try instant(key, dateAlone: dateAlone)
    }

    func account(_ key: String) throws -> UUID {
        guard let account = UUID(uuidString: try text(key)) else {
            throw ScenarioMistake("\(key) is no UUID")
        }
        return account
    }

    /// The customer that a question or an action names, by the one selector in it.
    func customer() throws -> CustomerSelector {
        let customer = try member("customer")
        switch customer {
        case let token where token["appAccountToken"] != nil:
            return .appAccountToken(try token.account("appAccountToken"))
        case let id where id["appTransactionId"] != nil:
            return .appTransactionID(try id.text("appTransactionId"))
        case let id where id["originalTransactionId"] != nil:
            return .originalTransactionID(try id.text("originalTransactionId"))
        default: return .transactionID(try customer.text("transactionId"))
        }
    }

    var environment: StoreEnvironment {
        self["environment"]?.stringValue.map { StoreEnvironment(rawValue: $0) } ?? .production
    }
}
