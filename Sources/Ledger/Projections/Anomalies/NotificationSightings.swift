/// The notifications of one answer by their UUID, to find one that came again with other bytes.
///
/// Lines are met in no order of time, and a ledger has millions of notifications: it holds a
/// fingerprint and a sequence of each, and asks the log about what has the same fingerprint.
struct NotificationSightings {
    private var firstSequences: [Int: UInt64] = [:]

    /// The conflict with a notification met before, at the later one of the two; nil where there is
    /// none.
    mutating func conflict(
        of label: NotificationLabel, uuidOfEvent: (UInt64) throws -> PackedText?
    ) rethrows -> Anomaly? {
        guard let uuid = label.notificationUUID else { return nil }
        let fingerprint = uuid.hashValue
        guard let met = firstSequences[fingerprint] else {
            firstSequences[fingerprint] = label.sequence
            return nil
        }
        guard try uuidOfEvent(met) == uuid else { return nil }
        firstSequences[fingerprint] = min(met, label.sequence)
        return Anomaly(
            sequence: max(met, label.sequence),
            detail: .notificationConflict(notificationUUID: uuid))
    }
}
