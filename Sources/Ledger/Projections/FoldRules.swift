/// The version of the fold.
///
/// Every answer prints it, and every stored state carries it.
enum FoldRules {
    /// Raised by any release that changes an answer or the form of a stored state.
    static let version = 1
}
