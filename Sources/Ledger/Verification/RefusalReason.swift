/// Why signed data was not accepted.
///
/// The list is closed; `rawValue` is what JSON output says.
///
/// When several things are wrong, the first that is checked is named: form, algorithm, number of
/// certificates, the certificates themselves, signature, body, kind, chain, markers, dates, app,
/// environment, identifiers, agreement of the parts.
public enum RefusalReason: String, Sendable, Hashable, CaseIterable {
    /// Not a compact JWS, or its header or its payload is not the JSON that it must be.
    case malformed
    /// A token of another kind than the place where it stood calls for, or of none that is known.
    case wrongKindOfPayload
    /// The algorithm is not ES256.
    case algorithm
    /// Not exactly three certificates; for data of Xcode, not exactly one.
    case chainLength
    /// A certificate that cannot be read, or a key that is not on the curve it must be on.
    case certificate
    /// The certificates do not lead to a trusted root.
    case certificateNotTrusted
    /// A certificate lacks the marker of the App Store.
    case missingOID
    /// A certificate was not valid when the payload was signed.
    case certificateNotValidAtSignedDate
    /// The signature is not the signer's signature of these bytes.
    case signature
    /// The bundle identifier or the app's Apple ID is not one of the ledger's apps.
    case app
    /// The environment is missing, is not one of the ledger's, or differs between the parts.
    case environment
    /// An identifier is missing without which there is no event.
    case missingIdentifier
    /// A renewal info without its own transaction beside it.
    case renewalInfoAlone
    /// The check itself failed. This says nothing about the data: try again.
    case couldNotCheck
}
