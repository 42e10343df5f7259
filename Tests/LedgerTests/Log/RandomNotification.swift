@testable import Ledger

/// A notification by chance, as an App Store might write it and as one would not: what it carries in
/// any order, twice, in other places too, with escapes, or not at all.
struct RandomNotification {
    let token: CompactJWS
    /// What it carries, in the order of the parts.
    let carried: [CompactJWS]
    let isNotification: Bool

    /// The evidence of its input.
    var evidence: Evidence { Evidence(parts: ([token] + carried).map { Evidence.Part($0) }) }

    init(_ random: inout SeededGenerator) throws {
        var known: [[UInt8]] = []
        var carried: [CompactJWS] = []
        func member(_ name: String, _ random: inout SeededGenerator) throws -> String? {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: return nil
            case 1: return "\"\(name)\":null"
            default: break
            }
            let token =
                Int.random(in: 0..<5, using: &random) == 0
                ? known.randomElement(using: &random) : nil
            let bytes = token ?? Self.token(payload: Self.payload(&random), &random)
            known.append(bytes)
            carried.append(try CompactJWS(bytes))
            var text = String(decoding: bytes, as: UTF8.self)
            if Int.random(in: 0..<5, using: &random) == 0 {
                text = "\\u00" + Hex.text([bytes[0]]) + text.dropFirst()
            }
            return "\"\(name)\"\(Bool.random(using: &random) ? " : " : ":")\"\(text)\""
        }
        let names = ["signedTransactionInfo", "signedRenewalInfo"]
        var data = try names.compactMap { try member($0, &random) }
        let app = try member("signedAppTransactionInfo", &random)
        // Elsewhere it may stand too, even in front.
        for token in known where Int.random(in: 0..<3, using: &random) == 0 {
            let text = String(decoding: token, as: UTF8.self)
            let start = Bool.random(using: &random) ? "" : "x"
            data.append("\"note\(data.count)\":\"\(start)\(text)\"")
        }
        data.shuffle(using: &random)
        isNotification = Int.random(in: 0..<6, using: &random) > 0
        var members = ["\"data\":{\(data.joined(separator: ","))}"]
        if let app { members.append("\"appData\":{\(app)}") }
        members.append("\"\(isNotification ? "notificationType" : "other")\":\"TEST\"")
        members.shuffle(using: &random)
        token = try CompactJWS(
            Self.token(payload: Array("{\(members.joined(separator: ","))}".utf8), &random))
        self.carried = carried
    }

    private static func payload(_ random: inout SeededGenerator) -> [UInt8] {
        (0..<Int.random(in: 1...40, using: &random)).map { _ in
            UInt8.random(in: 0...255, using: &random)
        }
    }

    private static func token(payload: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        let header = Array("eyJ\(Int.random(in: 1000...9999, using: &random))".utf8)
        let signature = (0..<Int.random(in: 0...66, using: &random)).map { _ in
            UInt8.random(in: 0...255, using: &random)
        }
        return CompactJWS.join(headerText: header, payload: payload, signature: signature)
    }
}
