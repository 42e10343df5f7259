import Foundation
import Testing

@testable import ledgerctl

/// Files that are written and read.
@Suite struct FileTests {
    private struct Interrupted: Error {}

    private func write(_ text: String, to path: String) throws {
        try OutputFile.replace(path) { write in
            for byte in text.utf8 { try write([byte].span) }
        }
    }

    @Test("A file is whole: a writer that fails leaves what was there, and nothing beside it")
    func replaced() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/export.csv"
        func fail() throws {
            try OutputFile.replace(path) { write in
                try write(Array("half".utf8).span)
                throw Interrupted()
            }
        }
        #expect(throws: Interrupted.self) { try fail() }
        #expect(try directory.names == [])
        try write("first", to: path)
        #expect(throws: Interrupted.self) { try fail() }
        #expect(try directory.text(of: "export.csv") == "first")
        try write("second, longer", to: path)
        #expect(try directory.text(of: "export.csv") == "second, longer")
        #expect(try directory.names == ["export.csv"])
    }

    @Test("A symbolic link stays a link, and a secret is for its owner alone")
    func links() throws {
        let directory = try TemporaryDirectory()
        _ = try directory.write("old", to: "real")
        let link = directory.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real")
        try write("new", to: link)
        #expect(try directory.text(of: "real") == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real")
        let key = directory.path + "/key"
        try OutputFile.replace(key, permissions: OutputFile.secretPermissions) { write in
            try write([1].span)
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: key)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test(
        "A file that is replaced is no more open than before, and what a run left is in no one's way"
    )
    func permissions() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("old", to: "export")
        _ = try directory.write("left", to: ".ledgerctl-\(getpid())-0.partial")
        for (mode, expected) in [(0o600, 0o600), (0o640, 0o640), (0o777, 0o666)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            try write("new", to: path)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == expected)
        }
        #expect(try directory.text(of: "export") == "new")
        #expect(try directory.names.count == 2)
    }

    @Test("A device is written to, and a full one is a failure of the disk")
    func devices() throws {
        try write("x", to: "/dev/null")
        let failure = #expect(throws: CommandFailure.self) { try write("x", to: "/dev/full") }
        #expect(failure?.status == .storageFailed)
        let missing = #expect(throws: CommandFailure.self) {
            try write("x", to: "/no/such/directory/file")
        }
        #expect(missing?.status == .noSuchFile)
    }

    @Test("Output goes to the file of --output, else to standard output")
    func output() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/out"
        for (given, expected) in [(path, ""), ("-", "text"), (nil, "text")] {
            let recorded = RecordedConsole()
            let console = recorded.make()
            let arguments = ParsedArguments(
                commandName: "x", options: given.map { [.init(name: "output", value: $0)] } ?? [],
                operands: [], givenLedgerPath: nil)
            try arguments.withOutput(console) { try $0(Array("text".utf8).span) }
            try console.flush()
            #expect(String(decoding: recorded.output, as: UTF8.self) == expected)
        }
        #expect(try directory.text(of: "out") == "text")
    }

    @Test("A file is read whole, whatever its size", arguments: [0, 1, 65_535, 65_536, 200_000])
    func read(count: Int) throws {
        let directory = try TemporaryDirectory()
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let path = try directory.write(bytes, to: "in")
        #expect(try InputFile.contents(of: path) == bytes)
        #expect(try InputFile.sizeBytes(of: path) == Int64(count))
    }

    @Test("What cannot be read is no such file", arguments: ["/no/such/file", "/dev/null/x", "/"])
    func unreadable(path: String) throws {
        let failure = #expect(throws: CommandFailure.self) {
            _ = try InputFile.sizeBytes(of: path)
            _ = try InputFile.contents(of: path)
        }
        #expect(failure?.status == .noSuchFile)
        #expect(try InputFile.sizeBytes(of: "/dev/null") == nil)
    }
}
