internal import BenchmarkSupport
internal import Foundation

/// Ends the process with a message.
func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("benchmarks: \(message)\n".utf8))
    exit(status)
}

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    if let child = options.child {
        guard let work = ChildWork(rawValue: child) else {
            throw UsageError("there is no work \(child)")
        }
        try await work.run(directory: options.directory)
        exit(EXIT_SUCCESS)
    }
    let workspace = try Workspace(in: options.directory)
    defer { if !options.keepsFiles { try? workspace.removeAll() } }
    var report = Report(
        machine: try Machine(directory: workspace.path, events: options.eventCount))
    var benchmark = try Benchmark(options: options, workspace: workspace)
    try await benchmark.run()
    report.rows = benchmark.rows
    print(options.isJSON ? try report.json() : report.table)
} catch let error as UsageError {
    fail("\(error.message)\n\(Options.usage)", status: 64)
} catch {
    fail("\(error)", status: 1)
}
