import Testing

@testable import Ledger

@Suite("Excerpts of what is refused")
struct ExcerptingReaderTests {
    private static let text = """
        a.b.c
        rubbish here\u{20}\u{20}\r
        {"signedPayload": "d.e.f"} trailing rubbish
        {
          "notification_type": "RENEWAL",
          "environment": "PROD"
        }
        {"broken": [1, 2,
        g.h.i
        {"data": {"signedTransactionInfo": 5}}

        [{"signedTransactionInfo": "j.k.l"},
         {"errorCode": 4040010}, {"signedPayload": "m.n.o"}]
        {"open": [
        """

    private func found(in bytes: [UInt8], chunkBytes: Int) -> [FoundInput] {
        var reader = ExcerptingReader()
        var found: [FoundInput] = []
        var start = 0
        while start < bytes.count {
            let end = min(start + chunkBytes, bytes.count)
            found += reader.read(bytes.span.extracting(start..<end))
            start = end
        }
        return found + reader.finish()
    }

    private func refusals(in bytes: [UInt8], chunkBytes: Int = 65_536) -> [String] {
        found(in: bytes, chunkBytes: chunkBytes).compactMap { found in
            guard case .refused(let reason, let excerpt) = found.content else { return nil }
            return "\(found.line) \(reason.rawValue) \(String(decoding: excerpt, as: UTF8.self))"
        }
    }

    @Test("A syntax error shows its line, a value without signed data all of its lines")
    func excerpts() {
        #expect(
            refusals(in: Array(Self.text.utf8)) == [
                "2 notJSON rubbish here",
                "3 notJSON {\"signedPayload\": \"d.e.f\"} trailing rubbish",
                """
                4 versionOneNotification {
                  "notification_type": "RENEWAL",
                  "environment": "PROD"
                }
                """,
                "8 notJSON {\"broken\": [1, 2,",
                "10 notSignedData {\"data\": {\"signedTransactionInfo\": 5}}",
                " {\"errorCode\": 4040010}, {\"signedPayload\": \"m.n.o\"}]".withPrefix(
                    "13 apiError"),
                "14 cutShort {\"open\": [",
            ])
    }

    @Test("What is found, and the excerpts, do not depend on how the bytes were cut")
    func chunks() {
        let long = String(repeating: "x", count: QuarantineLimits.refusedBytesMax - 7)
        let bytes = Array((Self.text + "]}\n\(long) y\n\(long)yyyyyyyy z\n" + Self.text).utf8)
        let whole = found(in: bytes, chunkBytes: bytes.count)
        #expect(
            whole.map { InputElement(line: $0.line, content: $0.element) }
                == elements(of: bytes))
        for chunkBytes in [1, 2, 3, 7, 64, 1_000, 4_096] {
            #expect(found(in: bytes, chunkBytes: chunkBytes) == whole, "\(chunkBytes) bytes")
        }
    }

    @Test("An excerpt is as long as the line, up to its limit", arguments: [-1, 0, 1, 100_000])
    func limit(beyond: Int) {
        let count = QuarantineLimits.refusedBytesMax + beyond
        let bytes = [UInt8](repeating: UInt8(ascii: "!"), count: count)
        guard
            case .refused(.notJSON, let excerpt)? = found(in: bytes, chunkBytes: 999).first?.content
        else {
            Issue.record("not refused")
            return
        }
        #expect(excerpt.count == min(count, QuarantineLimits.refusedBytesMax))
    }
}

extension FoundInput {
    /// What the reader below found.
    fileprivate var element: InputElement.Content {
        switch content {
        case .input(let input): .input(input)
        case .refused(let reason, _): .refused(reason)
        }
    }
}

extension String {
    fileprivate func withPrefix(_ prefix: String) -> String { prefix + " " + self }
}
