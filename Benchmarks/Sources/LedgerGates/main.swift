internal import BenchmarkSupport
internal import Foundation

/// Ends the process with a message.
func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("gates: \(message)\n".utf8))
    exit(status)
}

do {
    var (directory, thresholds) = (".build/benchmarks", "gates.json")
    var rest = CommandLine.arguments.dropFirst()
    while let argument = rest.popFirst() {
        guard let value = rest.popFirst() else { fail("\(argument) needs a value", status: 64) }
        switch argument {
        case "--directory": directory = value
        case "--thresholds": thresholds = value
        default: fail("there is no option \(argument)", status: 64)
        }
    }
    let gates = try Gates(thresholds: thresholds)
    let workspace = try Workspace(in: directory)
    defer { try? workspace.removeAll() }
    let failures = try await gates.check(in: workspace)
    if !failures.isEmpty { fail(failures.joined(separator: "\ngates: "), status: 1) }
} catch {
    fail("\(error)", status: 1)
}
