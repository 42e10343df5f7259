/// Holds the walk over planned changes apart from the cursor that lends its entries, so that cursors
/// of other transactions stay small.
final class PlannedCursorBox {
    var cursor: PlannedCursor

    init(_ cursor: PlannedCursor) {
        self.cursor = cursor
    }
}
