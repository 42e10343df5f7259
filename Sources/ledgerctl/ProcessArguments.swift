/// The words that the process was started with.
enum ProcessArguments {
    /// Where the kernel tells them, each ended by a zero byte.
    private static let kernelFile = "/proc/self/cmdline"

    /// The words without the name of the program; nil where one is not UTF-8.
    ///
    /// The kernel knows them byte by byte. The Swift runtime puts other characters in the place of
    /// bytes that are not UTF-8, so that two keys could become one; and it finds no words at all
    /// where a preloaded library such as libfaketime has set a variable.
    static var words: [String]? {
        guard let bytes = try? InputFile.contents(of: kernelFile) else {
            return Array(CommandLine.arguments.dropFirst())
        }
        return words(ofCommandLine: bytes)
    }

    /// The words in the kernel's form without the name of the program; nil where one is not UTF-8.
    static func words(ofCommandLine bytes: [UInt8]) -> [String]? {
        var words: [String] = []
        for word in bytes.split(separator: 0, omittingEmptySubsequences: false) {
            guard let text = String(validating: word, as: UTF8.self) else { return nil }
            words.append(text)
        }
        if bytes.last == 0 { words.removeLast() }
        return Array(words.dropFirst())
    }
}
