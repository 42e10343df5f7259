import Glibc

/// Where a command with `--output` writes.
extension ParsedArguments {
    /// Lets `body` write to the file of `--output`; to standard output without it, or for `-`.
    func withOutput<Answer>(
        _ console: Console, permissions: mode_t = OutputFile.sharedPermissions,
        _ body: ((Span<UInt8>) throws -> Void) throws -> Answer
    ) throws -> Answer {
        guard let path = value(of: Option.output.name), path != "-" else {
            return try body { bytes in try console.write(bytes) }
        }
        return try OutputFile.replace(path, permissions: permissions, body)
    }
}
