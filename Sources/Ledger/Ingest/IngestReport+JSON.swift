extension IngestReport {
    /// The report as one JSON object.
    ///
    /// `notKept` and `problemsNotListed` are there only where they are not zero.
    public var json: [UInt8] {
        var json = JSONWriter()
        json.object { write(to: &$0) }
        return json.bytes
    }

    /// The report of a run that stopped as one JSON object: the counts of what is durable, and
    /// `stopped` with `file`, `input` and `reason`.
    ///
    /// - Parameter stop: where and why.
    /// - Returns: the object in UTF-8.
    public func json(stopped stop: Stop) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            write(to: &json)
            json.object("stopped") { json in
                json.member("file", stop.source)
                json.member("input", stop.input)
                json.member("reason", stop.reason)
            }
        }
        return json.bytes
    }

    /// Writes the report's members.
    func write(to json: inout JSONWriter) {
        json.member("read", read)
        json.member("appended", appended)
        json.member("duplicates", duplicates)
        json.member("quarantined", quarantined)
        json.member("refused", refused)
        if notKept > 0 { json.member("notKept", notKept) }
        json.member("events", events)
        json.member("firstSequence", firstSequence)
        json.member("lastSequence", lastSequence)
        json.array("problems") { json in
            for problem in problems {
                json.object { json in
                    json.member("input", problem.input)
                    json.member("kind", problem.kind)
                    json.member("reason", problem.reason)
                    json.member("cause", problem.cause)
                }
            }
        }
        if problemsNotListed > 0 { json.member("problemsNotListed", problemsNotListed) }
    }
}
