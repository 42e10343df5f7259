public import Foundation

/// What the check of one file of a proof came to.
public struct ProofCheck: Sendable, Hashable {
    /// What a file proves.
    public enum Kind: String, Sendable, Hashable {
        /// An event is in a log.
        case event
        /// A log only grew from one checkpoint to another.
        case consistency
    }

    /// What the file is; nil where it is no proof.
    public let kind: Kind?
    /// The event that is proved.
    public let sequence: UInt64?
    /// The hash of its leaf in 64 lower-case hexadecimal digits: `leafHash` of an export.
    public let leafHash: String?
    /// What was checked and holds, a sentence each.
    public let checks: [String]
    /// What was not checked, or cannot be told from the file, a sentence each.
    public let openQuestions: [String]
    /// What does not hold, and what to do; nil where everything that was checked does.
    public let failure: String?

    /// Whether everything that was checked holds.
    public var holds: Bool { failure == nil }

    init(_ report: ProofReport) {
        switch report {
        case .event(let report):
            kind = .event
            sequence = report.sequence
            leafHash = Hexadecimal.text(of: report.leafHash.bytes)
        case .consistency:
            kind = .consistency
            sequence = nil
            leafHash = nil
        }
        checks = report.checks
        openQuestions = report.openQuestions
        failure = nil
    }

    init(failure: String) {
        kind = nil
        sequence = nil
        leafHash = nil
        checks = []
        openQuestions = []
        self.failure = failure
    }

    /// The checks of files as one JSON object in UTF-8.
    ///
    /// - Parameter results: each file's name and check.
    /// - Returns: the object.
    public static func json(of results: [(file: String, check: ProofCheck)]) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("holds", results.allSatisfy(\.check.holds))
            json.array("proofs") { json in
                for result in results {
                    json.object { json in
                        json.member("file", result.file)
                        result.check.write(to: &json)
                    }
                }
            }
        }
        return json.bytes
    }

    private func write(to json: inout JSONWriter) {
        json.member("holds", holds)
        json.member("kind", kind?.rawValue)
        json.member("sequence", sequence)
        json.member("leafHash", leafHash)
        json.array("checks") { json in for check in checks { json.element(check) } }
        json.array("notChecked") { json in for question in openQuestions { json.element(question) }
        }
        json.member("failure", failure)
    }
}

/// Checks the files of proofs; needs no ledger.
public struct ProofChecker: Sendable {
    private let keys: [NoteVerifier]?
    private let rootCertificates: [[UInt8]]

    /// Says who is trusted.
    ///
    /// - Parameters:
    ///   - verifierKeys: the ledger's verifier key and those of witnesses, in the form
    ///     `name+id+base64`; without any, nobody's signature of a checkpoint is checked, and each
    ///     check says so.
    ///   - rootCertificates: the roots of the App Store's signatures, in DER; none means Apple Root
    ///     CA - G3 alone.
    /// - Throws: `AuditError.Code.invalidKey`, `LedgerError.Code.invalidArgument` when a root is no
    ///   certificate, `VerificationFault`.
    public init(verifierKeys: [String] = [], rootCertificates: [Data] = []) throws {
        let keys = try NoteVerifier.trusted(verifierKeys)
        self.keys = keys.isEmpty ? nil : keys
        let roots = rootCertificates.map { [UInt8]($0) }
        self.rootCertificates = roots.isEmpty ? [AppleRootCertificate.der] : roots
        do throws(TrustPolicyError) {
            _ = try TrustedRoots(certificates: self.rootCertificates)
        } catch {
            throw LedgerError(.invalidArgument, error.description)
        }
    }

    /// Checks one file.
    ///
    /// - Parameter file: the bytes of an inclusion or a consistency proof.
    /// - Returns: what holds, or what does not.
    /// - Throws: `VerificationFault` where the check itself failed.
    public func check(_ file: [UInt8]) throws -> ProofCheck {
        let verifier = ProofVerifier(
            keys: keys,
            storeSignatures: StoreSignatureCheck(rootCertificates: rootCertificates))
        do {
            return ProofCheck(try verifier.verify(file))
        } catch NoteError.cryptographyUnavailable {
            throw VerificationFault(operation: "Ed25519")
        } catch MerkleError.digestUnavailable {
            throw VerificationFault(operation: "SHA-256")
        } catch let error as NoteError {
            return ProofCheck(failure: "the checkpoint: \(error)")
        } catch let error as ProofError {
            return ProofCheck(failure: error.description)
        } catch let error as MerkleError {
            return ProofCheck(failure: error.description)
        } catch let error as RecordError {
            return ProofCheck(failure: "the event in the file: \(error.description)")
        }
    }
}
