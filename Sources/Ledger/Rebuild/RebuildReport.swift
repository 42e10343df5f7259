/// What a rebuild found and corrected.
public struct RebuildReport: Sendable, Hashable {
    /// One table that is made from the log.
    public struct Table: Sendable, Hashable {
        /// The table's name; `meta` stands for its counters.
        public var name: String
        /// Rows that were missing.
        public var added = 0
        /// Rows that said something else.
        public var changed = 0
        /// Rows that nothing in the log calls for.
        public var removed = 0

        /// Rows that were not as the log says.
        public var correctedCount: Int { added + changed + removed }
    }

    /// Events that the tables were made from.
    public internal(set) var events: UInt64 = 0
    /// The tables, in the order in which they were corrected.
    public internal(set) var tables: [Table] = []

    /// Rows that were not as the log says, in all tables.
    public var correctedCount: Int { tables.reduce(0) { $0 + $1.correctedCount } }

    /// The report as one JSON object in UTF-8.
    public var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("events", events)
            json.member("corrected", correctedCount)
            json.array("tables") { json in
                for table in tables {
                    json.object { json in
                        json.member("table", table.name)
                        json.member("added", table.added)
                        json.member("changed", table.changed)
                        json.member("removed", table.removed)
                    }
                }
            }
        }
        return json.bytes
    }
}
