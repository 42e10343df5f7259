@testable import Ledger

/// What arrives at once: a notification, or signed objects alone.
struct Arrival: Hashable {
    var type: String?
    var subtype: String?
    var signedDate: Instant?
    var status: Int32?
    var notificationUUID: UInt32?
    var transaction: SignedObject?
    var renewalInfo: SignedObject?

    /// A notification whose UUID follows from what it says.
    static func note(
        _ type: String, _ transaction: SignedObject?, _ renewalInfo: SignedObject? = nil,
        at date: String? = nil, status: Int32? = nil
    ) -> Arrival {
        note(type, nil, transaction, renewalInfo, at: date, status: status)
    }

    /// A notification with a subtype.
    static func note(
        _ type: String, _ subtype: String?, _ transaction: SignedObject?,
        _ renewalInfo: SignedObject? = nil, at date: String? = nil, status: Int32? = nil
    ) -> Arrival {
        var arrival = Arrival(
            type: type, subtype: subtype,
            signedDate: date.map(on) ?? transaction?.fields.signedDate, status: status,
            transaction: transaction, renewalInfo: renewalInfo)
        var hasher = type.utf8.reduce(UInt32(17)) { $0 &* 31 &+ UInt32($1) }
        hasher =
            hasher &* 31
            &+ UInt32(truncatingIfNeeded: arrival.signedDate?.millisecondsSince1970 ?? 0)
        hasher =
            hasher &* 31
            &+ UInt32(truncatingIfNeeded: transaction?.fields.contentDigest ?? 0)
        hasher =
            hasher &* 31
            &+ UInt32(truncatingIfNeeded: renewalInfo?.fields.contentDigest ?? 0)
        arrival.notificationUUID = hasher | 0x8000_0000
        return arrival
    }

    /// A signed object without a notification.
    static func alone(
        _ transaction: SignedObject?, _ renewalInfo: SignedObject? = nil
    ) -> Arrival {
        Arrival(transaction: transaction, renewalInfo: renewalInfo)
    }
}

/// A log of one line, filled as intake fills it.
struct TestLog {
    private(set) var events: [EventFields] = []
    private var held: [UInt64: Held] = [:]
    private var notifications: Set<UInt32> = []
    private(set) var commitEnds: [Int] = []

    private struct Held {
        var sequence: UInt64
        var signedDates: Set<Instant>
    }

    init(_ arrivals: [Arrival] = []) {
        for arrival in arrivals { ingest(arrival) }
    }

    var nextSequence: UInt64 { UInt64(events.count) + 1 }

    /// Appends what is new about an arrival; one that says nothing new appends nothing.
    mutating func ingest(_ arrival: Arrival) {
        if let identifier = arrival.notificationUUID, notifications.contains(identifier) { return }
        let isNote = arrival.type != nil
        let objects = [arrival.transaction, arrival.renewalInfo]
        let isKnown = objects.allSatisfy { $0.map(isHeld) ?? true }
        if isKnown && !isNote { return }
        let restates = objects.contains { object in
            object.map { held[$0.fields.contentDigest ?? 0] != nil && !isHeld($0) } ?? false
        }
        var head = EventFields(
            kind: isNote ? .notification : .restatement, recordedAt: clock, effectiveAt: clock)
        var following: [SignedObject] = []
        if isNote || restates {
            var sequence = nextSequence
            for object in objects.compactMap({ $0 }) {
                let digest = object.fields.contentDigest ?? 0
                if held[digest] == nil {
                    sequence += 1
                    held[digest] = Held(sequence: sequence, signedDates: [])
                    following.append(object)
                }
                state(object, in: &head)
            }
            head.notificationType = arrival.type.map(Name.builtIn)
            head.subtype = arrival.subtype.map(Name.builtIn)
            head.notificationUUID = arrival.notificationUUID.map { PackedText("\($0)") }
            head.signedDate = arrival.signedDate
            head.status = arrival.status
            if let identifier = arrival.notificationUUID { notifications.insert(identifier) }
            events.append(head)
        } else {
            for object in objects.compactMap({ $0 }) where !isHeld(object) {
                held[object.fields.contentDigest ?? 0] = Held(
                    sequence: nextSequence + UInt64(following.count),
                    signedDates: [object.fields.signedDate ?? clock])
                following.append(object)
            }
        }
        for object in following { append(object.fields) }
        commitEnds.append(events.count)
    }

    /// Appends a host's event.
    mutating func host(_ kind: EventKind, at date: String, change: (inout EventFields) -> Void) {
        var event = EventFields(kind: kind, recordedAt: on(date), effectiveAt: on(date))
        change(&event)
        events.append(event)
        commitEnds.append(events.count)
    }

    /// The state of the whole log, or of its first events.
    func folded(_ count: Int? = nil) -> LineState {
        var state = LineState(line: LineNumber(number: 7))
        for (index, event) in events.prefix(count ?? events.count).enumerated() {
            state.apply(event, sequence: UInt64(index) + 1)
        }
        return state
    }

    private let clock = on("2027-01-01")

    private func isHeld(_ object: SignedObject) -> Bool {
        held[object.fields.contentDigest ?? 0]?
            .signedDates.contains(object.fields.signedDate ?? clock) ?? false
    }

    private mutating func append(_ fields: EventFields) {
        var event = fields
        if event.originalTransactionID == nil {
            event.originalTransactionID = StoreIdentifier(bits: 1)
        }
        events.append(event)
    }

    private mutating func state(_ object: SignedObject, in head: inout EventFields) {
        let digest = object.fields.contentDigest ?? 0
        let date = object.fields.signedDate ?? clock
        if object.fields.kind == .renewalInfo {
            head.statedRenewalInfoAccount = object.fields.account
            head.statedRenewalInfoSequence = held[digest]?.sequence
            head.statedRenewalInfoSignedDate = date
        } else {
            head.account = object.fields.account
            head.statedTransactionSequence = held[digest]?.sequence
            head.statedTransactionSignedDate = date
        }
        held[digest]?.signedDates.insert(date)
    }
}
