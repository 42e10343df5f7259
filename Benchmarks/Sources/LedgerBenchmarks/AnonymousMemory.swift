internal import Foundation
internal import Synchronization

/// The most anonymous memory that was seen: what a process has besides the pages of files.
///
/// A thread of its own looks every few milliseconds.
final class AnonymousMemory: Sendable {
    private let process: Int32
    private let state = Mutex((peak: 0, hasEnded: false))
    private static let intervalSeconds = 0.005

    init(of process: Int32) {
        self.process = process
        Thread.detachNewThread { [self] in
            while !state.withLock({ $0.hasEnded }) {
                sample()
                Thread.sleep(forTimeInterval: Self.intervalSeconds)
            }
        }
    }

    private func sample() {
        let now = Self.field("RssAnon:", of: process)
        state.withLock { $0.peak = max($0.peak, now) }
    }

    /// Stops looking; the peak in KiB.
    func end() -> Int {
        sample()
        return state.withLock { state in
            state.hasEnded = true
            return state.peak
        }
    }

    /// A field of a process's `/proc/PID/status`, in KiB; 0 once it has ended.
    static func field(_ name: String, of process: Int32) -> Int {
        let data = FileManager.default.contents(atPath: "/proc/\(process)/status") ?? Data()
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n")
        where line.hasPrefix(name) {
            return line.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0
        }
        return 0
    }
}
