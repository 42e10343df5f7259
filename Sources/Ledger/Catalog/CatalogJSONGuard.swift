/// Checks the shape of a JSON file before a parser sees it: size, nesting, keys that stand twice.
///
/// It does not check that the file is JSON; the parser does. What parsers tend to let through
/// silently (a repeated key, a comma before a closing bracket) is refused here.
struct CatalogJSONGuard {
    /// An object or array that is not closed yet.
    private struct Level {
        let isObject: Bool
        /// The keys seen in an object.
        var keys: Set<[UInt8]> = []
        /// The key whose value is being read.
        var key: [UInt8] = []
        /// The place in an array.
        var index = 0
    }

    private var levels: [Level] = []
    /// The last byte that is neither blank nor inside a text.
    private var previous: UInt8 = 0
    /// The text that ended last; it is a key if a colon follows.
    private var lastText: [UInt8] = []

    static func check(_ file: [UInt8]) throws(CatalogError) {
        guard file.count <= CatalogLimits.fileLengthBytes else {
            throw CatalogError(
                path: "", reason: .tooLarge(bytes: CatalogLimits.fileLengthBytes))
        }
        var jsonGuard = CatalogJSONGuard()
        try jsonGuard.walk(file)
    }

    private mutating func walk(_ file: [UInt8]) throws(CatalogError) {
        var index = 0
        while index < file.count {
            let byte = file[index]
            switch byte {
            case UInt8(ascii: "\""):
                let end = Self.endOfText(in: file, from: index + 1)
                lastText = Array(file[(index + 1)..<end])
                index = end
                previous = byte
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                try open(byte)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard previous != UInt8(ascii: ",") else {
                    throw CatalogError(path: "", reason: .notJSON)
                }
                _ = levels.popLast()
                previous = byte
            case UInt8(ascii: ":"):
                try takeKey()
                previous = byte
            case UInt8(ascii: ","):
                if !levels.isEmpty { levels[levels.endIndex - 1].index += 1 }
                previous = byte
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                break
            default:
                previous = byte
            }
            index += 1
        }
    }

    /// The index of the quotation mark that ends a text, or the end of the file.
    private static func endOfText(in file: [UInt8], from start: Int) -> Int {
        var index = start
        while index < file.count, file[index] != UInt8(ascii: "\"") {
            index += file[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index, file.count)
    }

    private mutating func open(_ byte: UInt8) throws(CatalogError) {
        levels.append(Level(isObject: byte == UInt8(ascii: "{")))
        previous = byte
        guard levels.count <= CatalogLimits.nestingDepthLevels else {
            throw CatalogError(
                path: "", reason: .tooDeep(levels: CatalogLimits.nestingDepthLevels))
        }
    }

    private mutating func takeKey() throws(CatalogError) {
        guard let last = levels.indices.last, levels[last].isObject else { return }
        levels[last].key = lastText
        guard levels[last].keys.insert(lastText).inserted else {
            throw CatalogError(path: path, reason: .repeatedKey)
        }
    }

    /// The path of the value being read.
    private var path: String {
        var path = ""
        for level in levels {
            let key = String(decoding: level.key, as: UTF8.self)
            path += level.isObject ? (path.isEmpty ? key : ".\(key)") : "[\(level.index)]"
        }
        return path
    }
}
