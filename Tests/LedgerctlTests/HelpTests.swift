import Testing

@testable import ledgerctl

/// Help, versions and how a run ends.
@Suite struct HelpTests {
    @Test(
        "Help names every command and every option, in at most 80 columns",
        arguments: [
            SampleTable.table, CommandTable.all,
        ])
    func complete(table: CommandTable) async {
        let overview = await run("help", table: table)
        #expect(overview.status == .done && overview.errors == "")
        for command in table.commands {
            #expect(overview.output.contains("\n  \(command.name) "))
            let help = await run("help \(command.name)", table: table)
            #expect(help.status == .done)
            #expect(help.output.hasPrefix("Usage: ledgerctl \(command.name)"))
            for option in command.allOptions {
                #expect(help.output.contains("\n  \(option.usage)"), "\(command.name)")
            }
            for line in (overview.output + help.output).split(separator: "\n") {
                #expect(line.count <= HelpText.widthColumns, "\(line)")
                #expect(line.last != " ", "\(line)")
            }
        }
    }

    @Test("Every way to ask for help gives the same")
    func ways() async {
        let overview = await run("help")
        for line in ["--help", "-h", "--ledger D --help"] { #expect(await run(line) == overview) }
        let ingest = await run("help ingest")
        for line in ["ingest --help", "ingest -h a", "ingest --help --json a"] {
            #expect(await run(line) == ingest)
        }
        let family = await run("help catalog")
        #expect(family.output.contains("catalog import") && family.output.contains("catalog list"))
        #expect(await run("catalog --help") == family)
        #expect(await run("help catalog list") == run("catalog list --help"))
        #expect(await run("help ingset").status == .wrongUsage)
    }

    @Test("Of options of which one has to be given the usage line says so")
    func choices() {
        let command = Command(
            "a", "B.", options: [Option("c", "N", "D."), Option("e", "F."), .json],
            exclusiveOptions: [ExclusiveOptions(options: ["c", "e"], isRequired: true)]
        ) { _, _ in .done }
        #expect(HelpText.command(command).hasPrefix("Usage: ledgerctl a (--c N | --e) [--json]\n"))
    }

    @Test("An option that always stands beside another is shown beside it")
    func companions() async {
        let help = await run("help prove", table: .all)
        #expect(
            help.output.hasPrefix(
                """
                Usage: ledgerctl prove (--sequence N | --from CHECKPOINT --to CHECKPOINT)
                        [--checkpoint FILE] [--output FILE]

                """))
        let replay = await run("help replay", table: .all)
        let words = replay.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("an offset or Z. It or --as-at has to be given. --known-at"))
    }

    @Test("A usage line wraps between its parts")
    func usage() async {
        let help = await run("help entitlements")
        #expect(
            help.output.hasPrefix(
                """
                Usage: ledgerctl entitlements CUSTOMER [--as-of INSTANT] [--known-at INSTANT]
                        [--known-sequence N] [--as-at INSTANT]
                        [--environment Production|Sandbox|Xcode|LocalTesting] [--json]

                Lists what a customer owns.
                """))
        #expect(help.output.contains("CUSTOMER, exactly one of:\n  --app-account-token UUID\n"))
    }

    @Test("Versions are printed as lines and as JSON")
    func versions() async {
        #expect(
            await run("version").output
                == "ledgerctl 1.2.3\nrules 4\nformat 5\nliblmdb 6.7.8\n")
        #expect(
            await run("version --json").output
                == #"{"version":"1.2.3","rules":4,"format":5,"liblmdb":"6.7.8"}"# + "\n")
        let real = await run("version", table: .all)
        #expect(real.output.contains(#/liblmdb 0\.9\.\d+\n/#))
    }
}

/// How a run ends.
@Suite struct ExitTests {
    @Test("A failure of a command is told and is its status")
    func failure() async {
        let table = CommandTable(commands: [
            Command("fail", "Fails.") { _, console in
                try console.print("before")
                throw CommandFailure(status: .noSuchFile, message: "no such ledger")
            },
            Command("no", "Says no.") { _, _ in .answerIsNo },
        ])
        #expect(
            await run("fail", table: table)
                == ProgramOutcome(
                    status: .noSuchFile, output: "before\n", errors: "ledgerctl: no such ledger\n"))
        #expect(await run("no", table: table).status == .answerIsNo)
    }

    @Test("A reader that is gone ends the program quietly, a full disk with status 74")
    func output() async {
        func status(_ error: ConsoleError) async -> (ExitCode, String) {
            let errors = RecordedConsole()
            let aside = errors.make()
            let console = Console(
                writeOutput: { _ throws(ConsoleError) in throw error },
                writeError: { aside.writeToError($0) })
            let program = Program(table: SampleTable.table, console: console)
            return (await program.run(["version"], environment: [:]), errors.errors)
        }
        let gone = await status(.readerIsGone)
        #expect(gone.0 == .done && gone.1 == "")
        let full = await status(.writeFailed(errno: 28))
        #expect(full.0 == .storageFailed && full.1.contains("No space left on device"))
    }

    @Test("A progress line says rate, share and time left, and only to a terminal")
    func progress() {
        #expect(
            ProgressLine.text(done: 12_000, total: 25_000, unit: "events", elapsed: .seconds(2))
                == "12,000 events, 48%, 6,000 a second, 3 s left")
        #expect(
            ProgressLine.text(done: 0, total: nil, unit: "events", elapsed: .zero) == "0 events")
        #expect(
            ProgressLine.text(done: 1_000, total: 10_000_000, unit: "bytes", elapsed: .seconds(1))
                == "1,000 bytes, 0%, 1,000 a second, 2 h 46 min left")
        let start = ContinuousClock.now
        for isTerminal in [false, true] {
            let recorded = RecordedConsole()
            var line = ProgressLine(
                on: recorded.make(isErrorTerminal: isTerminal), unit: "events", total: nil,
                start: start)
            for step in 0..<30 {
                line.update(done: Int64(step), now: start + .milliseconds(10 * step))
            }
            line.finish()
            #expect(recorded.errors.count { $0 == "\r" } == (isTerminal ? 5 : 0))
        }
    }
}
