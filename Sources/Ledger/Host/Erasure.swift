/// What an erasure took away.
public struct Erasure: Sendable, Hashable {
    /// The first of its events; nil where the log held nothing to erase.
    public internal(set) var firstSequence: UInt64?
    /// The last of its events.
    public internal(set) var lastSequence: UInt64?
    /// Identifiers that no longer stand for anybody: the appAccountToken, and appTransactionIds.
    public internal(set) var identities = 0
    /// Lines of purchases whose whole evidence went.
    public internal(set) var lines = 0
    /// Inputs whose signed bytes went.
    public internal(set) var evidence = 0
    /// Rows of the quarantine that named the person.
    public internal(set) var quarantined = 0
    /// Environments in which the same identifiers are still known: each is erased by itself.
    public internal(set) var otherEnvironments: [StoreEnvironment] = []

    /// Whether there was nothing to erase: nobody is known by the name, or all was erased before.
    public var isEmpty: Bool { firstSequence == nil && quarantined == 0 }

    /// How many events say so.
    public var events: UInt64 {
        guard let firstSequence, let lastSequence else { return 0 }
        return lastSequence - firstSequence + 1
    }

    /// The erasure as one JSON object in UTF-8.
    public var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("erased", !isEmpty)
            json.member("events", events)
            json.member("firstSequence", firstSequence)
            json.member("lastSequence", lastSequence)
            json.member("identities", identities)
            json.member("lines", lines)
            json.member("evidence", evidence)
            json.member("quarantined", quarantined)
            json.array("otherEnvironments") { json in
                for environment in otherEnvironments { json.element(environment.rawValue) }
            }
        }
        return json.bytes
    }
}
