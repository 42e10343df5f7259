import Testing

@testable import ledgerctl

/// The table of commands, as a script meets it.
@Suite("The command line")
struct ArgumentParserTests {
    private let parser = ArgumentParser(
        commands: CommandTable.commands, environmentLedgerPath: "from-environment")

    @Test("Options and operands mix, and keep their order")
    func mixes() throws {
        let parsed = try parser.parse([
            "--ledger", "shop", "init", "--bundle-id", "a", "--app-apple-id=1", "--bundle-id", "b",
        ]).arguments
        #expect(parsed.ledgerPath == "shop")
        let own = parsed.options.filter { $0.name != "ledger" }
        #expect(own.map(\.name) == ["bundle-id", "app-apple-id", "bundle-id"])
        #expect(own.map(\.value) == ["a", "1", "b"])
    }

    @Test("Without --ledger the environment names the directory")
    func environment() throws {
        let parsed = try parser.parse(["ingest", "file", "-"]).arguments
        #expect(parsed.ledgerPath == "from-environment")
        #expect(parsed.operands == ["file", "-"])
    }

    @Test(
        "Wrong usage is refused",
        arguments: [
            ["status", "--nonsense"], ["init"], ["nonsense"], [],
            ["ingest", "--presented-by"], ["catalog"],
        ])
    func refuses(_ line: [String]) {
        #expect(throws: UsageError.self) { try parser.parse(line) }
    }
}
