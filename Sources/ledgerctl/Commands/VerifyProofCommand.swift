import Foundation
import Ledger

/// `ledgerctl verify-proof`.
enum VerifyProofCommand {
    private static let rootCertificate = Option(
        "root-certificate", "FILE",
        "A root that Apple's signatures may end at, in PEM or DER; Apple Root CA - G3, unless given.",
        isRepeated: true)

    static let command = Command(
        "verify-proof", "Checks proofs; needs no ledger.",
        discussion: """
            Says of each file what holds, and what was not checked. Without --verifier-key nobody's
            signature of a checkpoint is checked: then anybody can have made the file. The exit
            status is 1 if something that was checked does not hold.

            A token whose certificates end at another root than Apple's, such as that of Xcode or of
            a test, is certificateNotTrusted unless --root-certificate names the root.
            """,
        operands: [Operand("FILE", "A proof; - is standard input.", isRepeated: true)],
        options: [.verifierKey, rootCertificate, .json]
    ) { arguments, console in
        let roots = try arguments.values(of: rootCertificate.name).flatMap { path in
            try LedgerConfiguration.rootCertificates(in: Data(InputFile.contents(of: path)))
        }
        let checker = try ProofChecker(
            verifierKeys: try arguments.verifierKeys(), rootCertificates: roots)
        var results: [(file: String, check: ProofCheck)] = []
        var unread: (any Error)?
        for path in arguments.operands {
            do {
                results.append((path, try checker.check(try InputFile.contents(of: path))))
            } catch let failure as CommandFailure {
                // The other files are checked all the same.
                unread = unread ?? failure
            }
        }
        if arguments.has(Option.json.name) {
            try console.print(json: ProofCheck.json(of: results))
        } else {
            for (file, check) in results {
                for line in lines(of: check, file: file) { try console.print(line) }
            }
        }
        if let unread { throw unread }
        return results.allSatisfy(\.check.holds) ? .done : .answerIsNo
    }

    /// What was found of a file, for people.
    static func lines(of check: ProofCheck, file: String) -> [String] {
        let verdict = check.failure.map { "does not hold: \($0)" } ?? "holds"
        let leafHash = check.leafHash.map { ["  leaf hash: \($0)"] } ?? []
        return ["\(file): \(verdict)"] + leafHash + check.checks.map { "  checked: \($0)" }
            + check.openQuestions.map { "  NOT checked: \($0)" }
    }
}
