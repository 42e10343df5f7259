import Ledger

/// `ledgerctl tail`.
enum TailCommand {
    /// How many events one read transaction visits; a long-lived reader makes the file grow.
    private static let eventsPerReadMax = 1_000

    private static let from = Option("from", "N", "The first event; 1, unless given.")
    private static let follow = Option(
        "follow", "Goes on with what is appended, until it is interrupted.")

    static let command = Command(
        "tail", "Prints the events of the log as JSON Lines.",
        discussion: """
            Each event is an object as history prints it, a line each, in the order of the log: those
            of one environment, with catalogs and policies, which belong to none.

            With --follow it looks for more five times a second. SIGINT or SIGTERM ends it with
            status 0, and so does a reader that goes away.
            """,
        options: [from, follow, .environment, .json]
    ) { arguments, console in
        let first = try arguments.integer(of: from.name, in: 1 ... .max).map(UInt64.init) ?? 1
        let isFollowing = arguments.has(follow.name)
        let wait = isFollowing ? FollowWait() : nil
        try await arguments.withLedgerOfEnvironment(console) { ledger in
            var next = first
            while true {
                let page = try ledger.events(
                    from: next, limit: eventsPerReadMax, environment: arguments.storeEnvironment)
                for event in page.events { try console.print(json: event.json) }
                next = page.nextSequence
                if let wait, wait.isStopped { return }
                guard page.isAtEnd else { continue }
                guard let wait else { return }
                try console.flush()
                guard try wait.wait() else { return }
            }
        }
        return .done
    }
}
