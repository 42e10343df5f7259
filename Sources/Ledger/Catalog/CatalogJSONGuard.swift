/// Checks the shape of a JSON file before a parser sees it: size, nesting, keys that stand twice.
///
/// It does not check that the file is JSON; the parser does. What parsers tend to let through
/// silently (a repeated key, a comma before a closing bracket) is refused here.
struct CatalogJSONGuard {
    /// The keys seen in each open object; `nil` for an open array.
    private var openKeys: [Set<[UInt8]>?] = []
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
                _ = openKeys.popLast()
                previous = byte
            case UInt8(ascii: ":"):
                try takeKey()
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
        openKeys.append(byte == UInt8(ascii: "{") ? [] : nil)
        previous = byte
        guard openKeys.count <= CatalogLimits.nestingDepthLevels else {
            throw CatalogError(
                path: "", reason: .tooDeep(levels: CatalogLimits.nestingDepthLevels))
        }
    }

    private mutating func takeKey() throws(CatalogError) {
        guard var keys = openKeys.popLast() ?? nil else { return }
        guard keys.insert(lastText).inserted else {
            throw CatalogError(
                path: String(decoding: lastText, as: UTF8.self), reason: .repeatedKey)
        }
        openKeys.append(keys)
    }
}
