import Foundation
import Ledger
import Testing

@testable import ledgerctl

/// What arguments mean.
@Suite struct ArgumentTests {
    @Test(
        "Options stand in any order, in either form, on either side of operands",
        arguments: [
            ("ingest a b --json", "ingest: json= | a b | "),
            ("ingest --json a --presented-by P b", "ingest: json= presented-by=P | a b | "),
            ("ingest a --presented-by=P=Q", "ingest: presented-by=P=Q | a | "),
            ("ingest --presented-by -7 -", "ingest: presented-by=-7 | - | "),
            ("ingest -- --json -x --", "ingest:  | --json -x -- | "),
            ("ingest a -- b --json", "ingest:  | a b --json | "),
            ("ingest --presented-by= a", "ingest: presented-by= | a | "),
            ("--ledger D ingest a", "ingest:  | a | D"),
            ("ingest a --ledger=D", "ingest:  | a | D"),
            ("catalog import f", "catalog import:  | f | "),
            ("--ledger D catalog list --json", "catalog list: json= |  | D"),
            ("export events", "export:  | events | "),
            ("export --format jsonl balances f", "export: format=jsonl | balances f | "),
        ])
    func accepted(line: String, expected: String) async {
        #expect(
            await run(line) == ProgramOutcome(status: .done, output: expected + "\n", errors: ""))
    }

    @Test("Pairs of options keep their order")
    func pairs() async {
        let line =
            "init --bundle-id A --app-apple-id 1 --bundle-id B --bundle-id C --app-apple-id 3"
        #expect(
            await run(line).output
                == "init: bundle-id=A app-apple-id=1 bundle-id=B bundle-id=C app-apple-id=3 |  | \n"
        )
    }

    @Test("The ledger comes from the environment unless an option names it")
    func ledgerPath() async throws {
        let environment = ["LEDGER_PATH": "E"]
        #expect(await run("ingest a", environment: environment).output.hasSuffix("| E\n"))
        #expect(
            await run("ingest a --ledger D", environment: environment).output.hasSuffix("| D\n"))
        #expect(await run("ingest a", environment: ["LEDGER_PATH": ""]).output.hasSuffix("| \n"))
        let arguments = ParsedArguments(
            commandName: "x", options: [], operands: [], givenLedgerPath: nil)
        #expect(throws: UsageError.self) { try arguments.ledgerPath() }
    }

    @Test(
        "Wrong usage ends with status 64 and says what is wrong",
        arguments: [
            ("", "name a command"), ("--ledger D", "name a command"),
            ("ingset a", "there is no command 'ingset'; did you mean ingest?"),
            ("zzzzzzzz", "there is no command 'zzzzzzzz'"),
            ("catalog", "catalog needs a second word"),
            (
                "catalog imprt f",
                "there is no command 'catalog imprt'; did you mean catalog import?"
            ),
            ("init --bundel-id A", "there is no option --bundel-id; did you mean --bundle-id?"),
            ("init --bundle-id A --zzzzzzzzz", "there is no option --zzzzzzzzz"),
            ("ingest -x a", "there is no option -x; 'ingest' takes FILE... without an option"),
            (
                "export --zzzzzzzzz",
                "there is no option --zzzzzzzzz; 'export' takes events|balances [FILE] "
                    + "without an option"
            ),
            ("entitlements --zzzzzzzzz", "there is no option --zzzzzzzzz"),
            ("--jsn ingest a", "there is no option --jsn"),
            ("ingest --json=1 a", "--json takes no argument"),
            ("ingest --pres P a", "there is no option --pres; did you mean --presented-by?"),
            ("ingest --pres=P a", "there is no option --pres; did you mean --presented-by?"),
            (
                "ingest a --presented-b",
                "there is no option --presented-b; did you mean --presented-by?"
            ),
            ("--ledge D ingest a", "there is no option --ledge; did you mean --ledger?"),
            ("ingest --js a", "there is no option --js; did you mean --json?"),
            ("ingest --js=1 a", "there is no option --js; did you mean --json?"),
            ("entitlements --known", "there is no option --known; did you mean --known-at?"),
            ("ingest a --presented-by", "--presented-by needs an argument"),
            ("--ledger", "--ledger needs an argument"),
            ("--ledger A ingest a --ledger B", "--ledger is given twice"),
            ("ingest a --json --json", "--json is given twice"),
            ("init", "--bundle-id ID is missing"),
            (
                "init --bundle-id A --environment Moon",
                "--environment must be Production or Sandbox"
            ),
            ("ingest", "FILE... is missing"), ("catalog import", "FILE is missing"),
            ("catalog list f", "'f' is one operand too many"),
            ("export moon", "TABLE must be events or balances"),
            ("export events f g", "'g' is one operand too many"),
            (
                "entitlements",
                "one of --app-account-token, --app-transaction-id, --original-transaction-id or "
                    + "--transaction-id is missing"
            ),
            (
                "entitlements --transaction-id 1 --as-of 2026 --as-at 2026",
                "only one of --as-of or --as-at can be given"
            ),
        ])
    func refused(line: String, message: String) async {
        let outcome = await run(line)
        #expect(outcome.status == .wrongUsage)
        #expect(outcome.output == "")
        #expect(outcome.errors.split(separator: "\n").first ?? "" == "ledgerctl: \(message)")
    }

    @Test(
        "Wrong usage leads to the help of the command at hand",
        arguments: [
            ("", "help"), ("--jsn ingest a", "help"), ("ingset a", "help"),
            ("ingest", "help ingest"), ("ingest -x a", "help ingest"),
            ("--ledger D ingest --json=1 a", "help ingest"),
            ("catalog", "help catalog"), ("catalog imprt f", "help catalog"),
            ("catalog list f", "help catalog list"),
        ])
    func hint(line: String, words: String) async {
        let outcome = await run(line)
        #expect(outcome.status == .wrongUsage)
        #expect(outcome.errors.hasSuffix("\nTry 'ledgerctl \(words)'.\n"), "\(outcome.errors)")
        #expect(await run(words).status == .done)
    }

    @Test(
        "Every command of the tables accepts what its own usage shows",
        arguments: [
            SampleTable.table, CommandTable.all,
        ])
    func ownUsage(table: CommandTable) throws {
        for command in table.commands {
            var words = command.words
            let exclusive = command.exclusiveOptions.flatMap { $0.options.dropFirst() }
            for option in command.options where !exclusive.contains(option.name) {
                words.append("--\(option.name)")
                if option.argument != nil { words.append(option.choices.first ?? "1") }
            }
            for operand in command.operands { words.append(operand.choices.first ?? "x") }
            guard case .run(let found, let parsed) = try table.request(words, environment: [:])
            else {
                Issue.record("\(command.name) is taken for help")
                continue
            }
            #expect(found.name == command.name)
            #expect(parsed.operands.count == command.operands.count)
        }
    }

    @Test("Names of commands and options are clear", arguments: [SampleTable.table, .all])
    func names(table: CommandTable) {
        let names = table.commands.map(\.name)
        #expect(Set(names).count == names.count)
        for command in table.commands {
            #expect((1...2).contains(command.words.count))
            let options = command.allOptions.map(\.name)
            #expect(Set(options).count == options.count, "\(command.name)")
            let known = Set(options)
            #expect(command.exclusiveOptions.allSatisfy { known.isSuperset(of: $0.options) })
            #expect(command.operands.dropLast().allSatisfy { !$0.isRepeated })
            #expect(!names.contains(command.words[0]) || command.words.count == 1)
        }
    }

    @Test("Values are read, or refused by the name of their option")
    func values() throws {
        func given(_ value: String) -> ParsedArguments {
            ParsedArguments(
                commandName: "x", options: [.init(name: "v", value: value)], operands: [],
                givenLedgerPath: nil)
        }
        #expect(try given("12").integer(of: "v") == 12)
        #expect(try given("-3").integer(of: "v") == -3)
        #expect(try given("12").integer(of: "w") == nil)
        #expect(throws: UsageError.self) { try given("0").integer(of: "v", in: 1 ... .max) }
        #expect(throws: UsageError.self) { try given("9223372036854775808").integer(of: "v") }
        #expect(try given("").identifier(of: "w") == nil)
        #expect(throws: UsageError.self) { try given("").identifier(of: "v") }
        #expect(try given("7").identifier(of: "v") == "7")
        #expect(try given("noon").instant(of: "w") == nil)
        #expect(throws: UsageError.self) { try given("noon").instant(of: "v") }
        #expect(try given("0").uuid(of: "w") == nil)
        #expect(throws: UsageError.self) { try given("0").uuid(of: "v") }
        let uuid = "2a0e9b51-6f43-4f4e-8d4c-6d3a1f0c1b2e"
        #expect(try given(uuid).uuid(of: "v")?.uuidString.lowercased() == uuid)
    }

    @Test("Lines parsed at the same time do not disturb each other")
    func concurrency() async {
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    await run("ingest f\(number) --presented-by=\(number) --json").output
                        == "ingest: presented-by=\(number) json= | f\(number) | \n"
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test("The closest name is few letters away, or there is none")
    func spelling() {
        #expect(Spelling.distance("kitten", "sitting") == 3)
        #expect(Spelling.distance("", "abc") == 3)
        #expect(Spelling.distance("abc", "") == 3)
        #expect(Spelling.closest(to: "balanec", among: ["history", "balance"]) == "balance")
        #expect(Spelling.closest(to: "x", among: ["ab"]) == nil)
    }
}
