public import Foundation

/// What became of a run of inputs.
public struct IngestReport: Sendable, Hashable {
    /// One input that was not taken in.
    public struct Problem: Sendable, Hashable {
        /// File and line.
        public var input: String
        /// `quarantined` or `refused`.
        public var kind: String
        /// Why, from a closed list.
        public var reason: String
    }

    /// Inputs read: appended, duplicates, quarantined and refused together.
    public var read = 0
    /// Inputs that brought something new.
    public var appended = 0
    /// Inputs that were held already.
    public var duplicates = 0
    /// Signed data that failed verification.
    public var quarantined = 0
    /// Input that is no signed data.
    public var refused = 0
    /// Events appended.
    public var events: UInt64 = 0
    /// The first event appended; nil if none.
    public var firstSequence: UInt64?
    /// The last event appended; nil if none.
    public var lastSequence: UInt64?
    /// What was not taken in.
    public var problems: [Problem] = []

    /// Begins with nothing.
    public init() {}

    /// The report as one JSON object.
    public var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("read", read)
            json.member("appended", appended)
            json.member("duplicates", duplicates)
            json.member("quarantined", quarantined)
            json.member("refused", refused)
            json.member("events", events)
            json.member("firstSequence", firstSequence)
            json.member("lastSequence", lastSequence)
            json.array("problems") { json in
                for problem in problems {
                    json.object { json in
                        json.member("input", problem.input)
                        json.member("kind", problem.kind)
                        json.member("reason", problem.reason)
                    }
                }
            }
        }
        return json.bytes
    }
}

extension TransactionLedger {
    /// Records every input of a source of bytes, in order.
    ///
    /// - Parameters:
    ///   - name: what problems call the source.
    ///   - account: which of the host's accounts presented it, if one did.
    ///   - report: where the counts and problems are added.
    ///   - next: the next bytes; an empty array ends the source.
    /// - Throws: as `record`, and what `next` throws.
    public func ingest(
        name: String, presentedBy account: UUID? = nil, into report: inout IngestReport,
        next: () throws -> [UInt8]
    ) async throws {
        var reader = InputReader()
        while true {
            let chunk = try next()
            let elements = chunk.isEmpty ? reader.finish() : reader.read(chunk.span)
            for element in elements {
                let location = "\(name):\(element.line)"
                try await take(element.content, at: location, presentedBy: account, &report)
            }
            if chunk.isEmpty { return }
        }
    }

    private func take(
        _ content: InputElement.Content, at location: String, presentedBy account: UUID?,
        _ report: inout IngestReport
    ) async throws {
        report.read += 1
        switch content {
        case .refused(let reason):
            report.refused += 1
            report.problems.append(
                .init(input: location, kind: "refused", reason: reason.rawValue))
        case .input(let input):
            switch try await record(input, presentedBy: account) {
            case .appended(let first, let last):
                report.appended += 1
                report.events += last - first + 1
                report.firstSequence = report.firstSequence ?? first
                report.lastSequence = last
            case .duplicate:
                report.duplicates += 1
            case .quarantined(let reason):
                report.quarantined += 1
                report.problems.append(
                    .init(input: location, kind: "quarantined", reason: reason.rawValue))
            }
        }
    }
}

extension LedgerConfiguration {
    /// The certificates of a PEM or DER file, in DER.
    ///
    /// - Parameter file: the file's bytes.
    /// - Returns: each certificate.
    /// - Throws: `LedgerError.Code.invalidArgument` when the file holds none.
    public static func rootCertificates(in file: Data) throws -> [Data] {
        do {
            return try RootCertificateFile.certificates(in: [UInt8](file)).map { Data($0) }
        } catch {
            throw LedgerError(.invalidArgument, String(describing: error))
        }
    }
}
