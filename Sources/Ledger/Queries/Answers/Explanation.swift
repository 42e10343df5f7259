/// Why a customer has an entitlement at an instant, or has it not.
public struct Explanation: Sendable, Hashable {
    /// The entitlement asked about.
    public var entitlement: String
    /// Whether the customer has it.
    public var isActive: Bool
    /// Everything that could grant it, and what became of it.
    public var reasons: [Reason]

    /// One thing that grants, or could have granted.
    public struct Reason: Sendable, Hashable {
        /// The reason in words.
        public var text: String
        /// The sequences of the events that make it so.
        public var events: [UInt64]
    }
}

extension Answer<Explanation> {
    /// The answer as one JSON object in UTF-8.
    public var json: [UInt8] {
        json { json in
            json.object("explain") { json in
                json.member("entitlement", value.entitlement)
                json.member("active", value.isActive)
                json.array("reasons") { json in
                    for reason in value.reasons {
                        json.object { json in
                            json.member("text", reason.text)
                            json.events(reason.events)
                        }
                    }
                }
            }
        }
    }
}
