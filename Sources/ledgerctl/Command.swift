/// A command: what it is called and takes, and what it does.
struct Command: Sendable {
    let description: CommandDescription
    let run: @Sendable (ParsedArguments) async throws -> ExitStatus
}
