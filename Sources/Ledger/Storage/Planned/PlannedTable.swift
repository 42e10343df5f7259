/// The planned changes of one table, where transactions and cursors find them.
///
/// All of them in one property: an access is checked for exclusivity once, not for each part.
final class PlannedTable {
    var rows: PlannedRows

    init(seed: UInt64) {
        rows = PlannedRows(seed: seed)
    }

    /// Puts the changes in key order.
    ///
    /// Changes nothing where they are, so that another thread may read meanwhile.
    func sort() {
        if !rows.isOrdered { rows.sort() }
    }
}
