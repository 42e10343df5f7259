/// One line on standard error that says how far long work has come.
///
/// There is no timer: the line is renewed by the work itself, at most ten times a second.
struct ProgressLine {
    private static let pause = Duration.milliseconds(100)

    private let console: Console
    private let unit: String
    /// How many there are, if that is known.
    var total: Int64?
    private let start: ContinuousClock.Instant
    private var lastShown: ContinuousClock.Instant?
    private var lastWidth = 0

    /// A line that is shown only if standard error is a terminal.
    ///
    /// `unit` is what is counted (`events`), `total` how many there are, if that is known.
    init(on console: Console, unit: String, total: Int64?, start: ContinuousClock.Instant) {
        self.console = console
        self.unit = unit
        self.total = total
        self.start = start
    }

    /// Says how many are done.
    mutating func update(done: Int64, now: ContinuousClock.Instant) {
        guard console.isErrorTerminal else { return }
        if let lastShown, now < lastShown + Self.pause { return }
        lastShown = now
        let text = Self.text(done: done, total: total, unit: unit, elapsed: now - start)
        let padding = String(repeating: " ", count: max(0, lastWidth - text.count))
        console.writeToError("\r\(text)\(padding)")
        lastWidth = text.count
    }

    /// Takes the line away.
    mutating func finish() {
        guard lastShown != nil else { return }
        console.writeToError("\r\(String(repeating: " ", count: lastWidth))\r")
        lastShown = nil
    }

    /// The line: `12,000 events, 48%, 6,000 a second, 2 s left`.
    static func text(done: Int64, total: Int64?, unit: String, elapsed: Duration) -> String {
        var parts = ["\(grouped(done)) \(unit)"]
        let seconds =
            Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        let rate = seconds > 0 ? Double(max(0, done)) / seconds : 0
        if let total, total > 0 {
            let share = min(100, max(0, Int(Double(done) / Double(total) * 100)))
            parts.append("\(share)%")
        }
        if rate >= 1 { parts.append("\(grouped(Int64(rate))) a second") }
        if let total, rate > 0, total > done {
            parts.append("\(time(seconds: Double(total - done) / rate)) left")
        }
        return parts.joined(separator: ", ")
    }

    private static func time(seconds: Double) -> String {
        guard seconds < 360_000 else { return "days" }
        let whole = Int(seconds.rounded(.up))
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
        return "\(whole / 3600) h \(whole % 3600 / 60) min"
    }

    /// A number with commas between its thousands.
    private static func grouped(_ number: Int64) -> String {
        var text = ""
        let digits = String(number.magnitude)
        for (index, digit) in digits.enumerated() {
            if index > 0 && (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return number < 0 ? "-\(text)" : text
    }
}
