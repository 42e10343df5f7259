import Foundation
import Testing

/// The table of `docs/architecture.md`, held where a name can be searched for.
@Suite("Tidy sources")
struct TidyTests {
    /// Names that the files of some folders may not use.
    struct NameRule: Sendable, CustomStringConvertible {
        let folders: [String]
        var names: Set<String> = []
        var prefixes: [String] = []
        let description: String

        /// What breaks the rule, a line each.
        func breaches(in files: [SourceFile]) -> [String] {
            files.filter { file in folders.contains { file.path.hasPrefix($0) } }.flatMap { file in
                file.words.filter { word in
                    names.contains(word) || prefixes.contains { word.hasPrefix($0) }
                }
                .sorted().map { "\(file.path) names \($0)" }
            }
        }
    }

    /// A module that only some folders may import.
    struct ImportRule: Sendable {
        let module: String
        let folders: [String]

        func breaches(in files: [SourceFile]) -> [String] {
            files.filter { file in !folders.contains { file.path.hasPrefix($0) } }
                .filter { $0.imports.contains(module) }
                .map { "\($0.path) imports \(module)" }
        }
    }

    static let importRules = [
        ImportRule(module: "CLMDB", folders: ["Ledger/Storage/"]),
        ImportRule(
            module: "COpenSSL",
            folders: ["Ledger/Verification/", "Ledger/Integrity/", "LedgerTesting/"]),
        ImportRule(module: "CZstd", folders: ["Ledger/Log/"]),
    ]

    static let nameRules = [
        NameRule(
            folders: ["Ledger/SignedInput/", "Ledger/Verification/"],
            names: [
                "EventFields", "LogBatch", "LogReader", "LedgerBatch", "LiveBatch", "LineState",
                "AccountState",
            ], prefixes: ["LMDB"],
            description: "Signed input and verification know no events, log or projections"),
        NameRule(
            folders: ["Ledger/Intake/"], names: ["Date", "clock", "now", "ContinuousClock"],
            prefixes: ["LMDB"], description: "Intake knows neither storage nor the time"),
        NameRule(
            folders: ["Ledger/Events/"], prefixes: ["LMDB"],
            description: "Events know no storage"),
        NameRule(
            folders: ["Ledger/Integrity/"],
            names: ["SignedInputVerifier", "Verified", "TrustPolicy", "RefusalReason"],
            prefixes: ["LMDB"],
            description: "Hashes and notes know neither storage nor the App Store"),
        NameRule(
            folders: ["Ledger/Proofs/"],
            names: [
                "TransactionLedger", "LogReader", "LogBatch", "LedgerBatch", "LiveBatch",
                "LedgerView", "LineState", "AccountState", "Date", "clock",
            ], prefixes: ["LMDB"],
            description: "A proof is checked without a ledger, a fold or the time"),
        NameRule(
            folders: ["Ledger/Projections/"],
            names: [
                "Date", "clock", "random", "shuffled", "RandomBytes", "SystemRandomNumberGenerator",
                "LedgerConfiguration",
            ], prefixes: ["LMDB"],
            description: "Projections know no storage, clock, randomness or configuration"),
        NameRule(
            folders: [
                "Ledger/Queries/", "Ledger/Replay/", "Ledger/Export/", "Ledger/Verify/",
                "Ledger/Backup/",
            ],
            names: ["LMDBWriteTransaction"], description: "What reads never writes"),
        NameRule(
            folders: ["Ledger/Rebuild/", "Ledger/Backup/"],
            names: ["SignedInputVerifier", "EvidenceReader", "EvidenceRow", "LedgerBatch"],
            description: "What is made from the log, or copied, is not verified or appended again"),
        NameRule(
            folders: ["Ledger/Audit/"],
            names: [
                "LineState", "AccountState", "LiveBatch", "LiveTables", "LogBatch",
                "QuarantineWriter", "Date", "clock",
            ],
            description: "Audit knows no fold, no quarantine and no time, and appends nothing"),
        NameRule(
            folders: ["Ledger/"], names: ["fatalError", "print", "debugPrint"],
            description: "A library neither prints nor ends the process"),
    ]

    @Test("Each C library is used in its own folders only", arguments: importRules)
    func imports(_ rule: ImportRule) throws {
        #expect(rule.breaches(in: try SourceFile.all()) == [])
        for folder in rule.folders {
            let user = SourceFile(path: folder + "A.swift", text: "internal import \(rule.module)")
            #expect(rule.breaches(in: [user]) == [])
        }
        let other = SourceFile(
            path: "Ledger/Catalog/A.swift", text: "import A\ninternal import \(rule.module)\n")
        #expect(rule.breaches(in: [other]) == ["Ledger/Catalog/A.swift imports \(rule.module)"])
    }

    @Test("Folders do not name what is not their business", arguments: nameRules)
    func names(_ rule: NameRule) throws {
        let files = try SourceFile.all()
        #expect(rule.breaches(in: files) == [], "\(rule)")
        for folder in rule.folders {
            #expect(files.contains { $0.path.hasPrefix(folder) }, "\(folder) is gone")
            for name in rule.names.union(rule.prefixes) {
                let breach = SourceFile(path: folder + "A.swift", text: "let a = \(name)(1)")
                #expect(rule.breaches(in: [breach]) == ["\(folder)A.swift names \(name)"])
                let comment = SourceFile(
                    path: folder + "A.swift", text: "// \(name)\nlet a = \"\(name)\" /* \(name) */")
                #expect(rule.breaches(in: [comment]) == [])
            }
        }
    }

    @Test("The log and its digests know no projection, whatever it is called")
    func logKnowsNoProjection() throws {
        let files = try SourceFile.all()
        let projections = files.filter { $0.path.hasPrefix("Ledger/Projections/") }
        let types = Set(projections.flatMap(\.typeNames))
        #expect(types.isSuperset(of: ["LineState", "AccountState", "BalanceState", "Policies"]))
        let rule = NameRule(
            folders: ["Ledger/Log/", "Ledger/Integrity/"],
            names: types.union(["LiveBatch", "LiveTables", "LedgerView"]),
            description: "The log knows no projection")
        #expect(rule.breaches(in: files) == [])
        let breach = SourceFile(path: "Ledger/Log/A.swift", text: "var a: LineState?")
        #expect(rule.breaches(in: [breach]) == ["Ledger/Log/A.swift names LineState"])
    }

    @Test("Nothing traps on purpose, and nothing is left for later")
    func forbiddenTexts() throws {
        func breaches(in files: [SourceFile]) -> [String] {
            files.filter { $0.path.hasPrefix("Ledger/") }.flatMap { file in
                (file.code.contains("try!") ? ["\(file.path) has try!"] : [])
                    + ["TODO", "FIXME"].filter { file.text.contains($0) }
                    .map { "\(file.path) has \($0)" }
            }
        }
        #expect(breaches(in: try SourceFile.all()) == [])
        let breach = SourceFile(path: "Ledger/A.swift", text: "// TODO\nlet a = try! b()\n// FIXME")
        #expect(breaches(in: [breach]).count == 3)
        let quoted = SourceFile(path: "Ledger/A.swift", text: #"let a = "try!""#)
        #expect(breaches(in: [quoted]) == [])
    }

    @Test("What threads share is in a lock that the thread sanitizer sees")
    func locks() throws {
        func breaches(in files: [SourceFile]) -> [String] {
            files.filter { $0.words.contains("Mutex") }.map(\.path)
        }
        let library = try SourceFile.all().filter { $0.path.hasPrefix("Ledger/") }
        #expect(breaches(in: library) == [])
        #expect(breaches(in: try SourceFile.tests()) == [])
        let breach = SourceFile(path: "A.swift", text: "let a = Mutex(0)\n// Mutex")
        let other = SourceFile(path: "B.swift", text: "let a = Lock(0)\n// Mutex")
        #expect(breaches(in: [breach, other]) == ["A.swift"])
    }

    @Test("No file has more than 400 lines, no function more than 70")
    func lengths() throws {
        func breaches(in files: [SourceFile]) -> [String] {
            files.flatMap { file in
                (file.lineCount > 400 ? ["\(file.path) has \(file.lineCount) lines"] : [])
                    + file.functionLineCounts.filter { $0 > 70 }
                    .map { "\(file.path) has a function of \($0) lines" }
            }
        }
        let files = try SourceFile.all()
        #expect(files.flatMap(\.functionLineCounts).count > 1_000)
        #expect(breaches(in: files) == [])
        let body = String(repeating: "    a()\n", count: 71)
        let long = SourceFile(
            path: "A.swift",
            text: "protocol P { func p() }\nfunc f(a: () -> Int = { 1 }) {\n\(body)}\n")
        #expect(breaches(in: [long]) == ["A.swift has a function of 72 lines"])
        let lines = SourceFile(path: "A.swift", text: String(repeating: "let a = 1\n", count: 401))
        #expect(breaches(in: [lines]) == ["A.swift has 401 lines"])
    }

    @Test("The pages name no path of a machine, and nothing is left for later")
    func pages() throws {
        func breaches(in page: String) throws -> [String] {
            // A path from the root, where a word begins; a URL's slashes follow something.
            let path = try Regex(#"(?:^|[\s`("'])/[A-Za-z][A-Za-z0-9._-]*/"#)
                .anchorsMatchLineEndings()
            return page.matches(of: path).map { String(page[$0.range]) }
                + ["TODO", "FIXME"].filter { page.contains($0) }
        }
        let docs = Documentation.root.appending(path: "docs")
        let names = try FileManager.default.contentsOfDirectory(atPath: docs.path())
            .filter { $0.hasSuffix(".md") }
        #expect(names.contains("format.md"))
        for name in names { #expect(try breaches(in: Documentation.page(name)) == [], "\(name)") }
        #expect(
            try breaches(in: "see `/home/me/a` and https://a.example/b/c, and/or/not").count == 1)
        #expect(try breaches(in: "TODO").count == 1)
    }
}

/// One source file as the rules read it.
struct SourceFile: Sendable {
    /// Its path below `Sources` or `Tests`.
    let path: String
    let text: String
    /// The text with comments and the contents of texts blanked out.
    let code: String
    /// Every word of the code.
    let words: Set<String>

    init(path: String, text: String) {
        self.path = path
        self.text = text
        code = CodeBlanker.blanked(text)
        words = Set(
            code.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
    }

    private static let sources = files(in: "Sources")
    private static let testSources = files(in: "Tests")

    private static func files(in folder: String) -> [SourceFile] {
        let folder = Documentation.root.appending(path: folder)
        let paths = FileManager.default.enumerator(atPath: folder.path())?.compactMap {
            $0 as? String
        }
        return (paths ?? []).filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
            let text = try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
            return text.map { SourceFile(path: path, text: $0) }
        }
    }

    /// Every source of the package, read once.
    static func all() throws -> [SourceFile] {
        try #require(sources.count > 200, "the sources are not found beside the tests")
        return sources
    }

    /// Every source of the tests, read once; their paths are below `Tests`.
    static func tests() throws -> [SourceFile] {
        try #require(testSources.count > 100, "the sources of the tests are not found")
        return testSources
    }

    var lineCount: Int { text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 }

    var imports: Set<String> {
        Set(
            code.split(separator: "\n").compactMap { line in
                let parts = line.split(separator: " ")
                return parts.contains("import") ? parts.last.map(String.init) : nil
            })
    }

    /// The types that the file declares at its outermost level.
    var typeNames: [String] {
        code.split(separator: "\n").compactMap { line in
            guard line.first?.isWhitespace == false, !line.hasPrefix("extension") else {
                return nil
            }
            let parts = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
            let keywords: Set<Substring> = ["struct", "enum", "class", "protocol", "actor"]
            guard let place = parts.firstIndex(where: { keywords.contains($0) }),
                place + 1 < parts.count
            else { return nil }
            return String(parts[place + 1])
        }
    }

    /// How many lines the body of each function has, its braces included.
    var functionLineCounts: [Int] {
        let bytes = Array(code.utf8)
        var counts: [Int] = []
        var position = 0
        while let start = FunctionFinder.next(in: bytes, from: &position) {
            guard let end = FunctionFinder.closing(of: start, in: bytes) else { continue }
            counts.append(bytes[start...end].count { $0 == UInt8(ascii: "\n") })
        }
        return counts
    }
}

/// Finds the bodies of functions in code whose comments and texts are blanked out.
enum FunctionFinder {
    private static let keywords = ["func ", "init(", "init?(", "init<", "deinit "].map {
        Array($0.utf8)
    }

    /// Where the body of the next function begins; a requirement of a protocol has none.
    static func next(in bytes: [UInt8], from position: inout Int) -> Int? {
        while position < bytes.count {
            defer { position += 1 }
            let isWordStart =
                position == 0 || bytes[position - 1] == UInt8(ascii: " ")
                || bytes[position - 1] == UInt8(ascii: "\n")
            guard isWordStart,
                keywords.contains(where: { bytes[position...].starts(with: $0) })
            else { continue }
            if let body = body(in: bytes, from: position) { return body }
        }
        return nil
    }

    /// The brace behind a declaration's parameters and result.
    private static func body(in bytes: [UInt8], from start: Int) -> Int? {
        var depth = 0
        var hasParameters = false
        for index in start..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "("):
                depth += 1
                hasParameters = true
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: "{") where depth == 0: return index
            case UInt8(ascii: "}") where depth == 0: return nil
            case UInt8(ascii: "\n") where depth == 0 && hasParameters:
                if isDeclaration(bytes[(index + 1)...]) { return nil }
            default: break
            }
        }
        return nil
    }

    /// Whether a line begins the next declaration, so that the one before has no body.
    private static func isDeclaration(_ rest: ArraySlice<UInt8>) -> Bool {
        let line = rest.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: "\n") }
        let first = line.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "(") }
        return ["func", "mutating", "init", "var", "let", "static", "case", "associatedtype"]
            .contains(String(decoding: first, as: UTF8.self))
    }

    /// The brace that ends what a brace begins.
    static func closing(of start: Int, in bytes: [UInt8]) -> Int? {
        var depth = 0
        for index in start..<bytes.count {
            if bytes[index] == UInt8(ascii: "{") { depth += 1 }
            if bytes[index] == UInt8(ascii: "}") { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }
}

/// Blanks out comments and the contents of texts, and keeps lines and columns.
struct CodeBlanker {
    private var bytes: [UInt8]
    private var position = 0

    static func blanked(_ text: String) -> String {
        var blanker = CodeBlanker(bytes: Array(text.utf8))
        blanker.blankCode(untilClosingParenthesis: false)
        return String(decoding: blanker.bytes, as: UTF8.self)
    }

    private func has(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { unsafe bytes[position...].starts(with: $0) }
    }

    private mutating func blank(_ count: Int) {
        for index in position..<min(position + count, bytes.count)
        where bytes[index] != UInt8(ascii: "\n") {
            bytes[index] = UInt8(ascii: " ")
        }
        position += count
    }

    /// Walks over code: to its end, or to the parenthesis that ends an interpolation.
    private mutating func blankCode(untilClosingParenthesis: Bool) {
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "/") where has("//"):
                let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
                blank(end - position)
            case UInt8(ascii: "/") where has("/*"): blankBlockComment()
            case UInt8(ascii: "\""), UInt8(ascii: "#"): blankText()
            case UInt8(ascii: ")") where untilClosingParenthesis && depth == 0:
                position += 1
                return
            case UInt8(ascii: "("):
                depth += 1
                position += 1
            case UInt8(ascii: ")"):
                depth -= 1
                position += 1
            default: position += 1
            }
        }
    }

    private mutating func blankBlockComment() {
        var depth = 0
        repeat {
            if has("/*") {
                depth += 1
                blank(2)
            } else if has("*/") {
                depth -= 1
                blank(2)
            } else {
                blank(1)
            }
        } while depth > 0 && position < bytes.count
    }

    /// Blanks a text; signs of number before it make it a raw one.
    private mutating func blankText() {
        let signs = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
        position += signs
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return }
        let isLong = has("\"\"\"")
        let hashes = Array(repeating: UInt8(ascii: "#"), count: signs)
        let quote = Array(repeating: UInt8(ascii: "\""), count: isLong ? 3 : 1) + hashes
        let escape = [UInt8(ascii: "\\")] + hashes
        position += isLong ? 3 : 1
        while position < bytes.count {
            let rest = bytes[position...]
            if rest.starts(with: quote) {
                position += quote.count
                return
            }
            if rest.starts(with: escape) {
                blank(escape.count)
                guard position < bytes.count else { return }
                if bytes[position] == UInt8(ascii: "(") {
                    position += 1
                    blankCode(untilClosingParenthesis: true)
                } else {
                    blank(1)
                }
            } else {
                blank(1)
            }
        }
    }
}
