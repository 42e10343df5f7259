import Testing

@testable import ledgerctl

/// The words that a process was started with, as the kernel tells them.
@Suite struct ProcessArgumentsTests {
    @Test(
        "Words are ended by zero bytes, and may be empty",
        arguments: [
            ("", []), ("ledgerctl\0", []), ("ledgerctl\0stats\0", ["stats"]),
            ("a b\0--x\0\0y z\0\0", ["--x", "", "y z", ""]), ("l\0é", ["é"]),
        ] as [(String, [String])])
    func words(line: String, expected: [String]) {
        #expect(ProcessArguments.words(ofCommandLine: Array(line.utf8)) == expected)
    }
}
