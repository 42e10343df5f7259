public import Foundation

/// How a customer is named: by any of the four identifiers that App Store data carries.
public enum CustomerSelector: Sendable, Hashable {
    /// The host's account, as its app set it at purchase.
    case appAccountToken(UUID)
    /// Apple's identifier of one Apple Account in one app.
    case appTransactionID(String)
    /// A line: its owner with all that the owner has, else the line alone.
    case originalTransactionID(String)
    /// Any transaction of a line: the same as the line.
    case transactionID(String)
}
