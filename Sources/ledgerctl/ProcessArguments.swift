/// The words that the process was started with.
enum ProcessArguments {
    /// Where the kernel tells them, each ended by a zero byte.
    private static let kernelFile = "/proc/self/cmdline"

    /// The words without the name of the program.
    ///
    /// The Swift runtime looks for them beside the environment, and finds none, not even the name,
    /// where a preloaded library such as libfaketime has set a variable. The kernel knows them still.
    static var words: [String] {
        let found = CommandLine.arguments
        guard found.isEmpty, let bytes = try? InputFile.contents(of: kernelFile) else {
            return Array(found.dropFirst())
        }
        return words(ofCommandLine: bytes)
    }

    /// The words in the kernel's form without the name of the program.
    static func words(ofCommandLine bytes: [UInt8]) -> [String] {
        var words = bytes.split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        if bytes.last == 0 { words.removeLast() }
        return Array(words.dropFirst())
    }
}
