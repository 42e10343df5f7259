/// How a check ends early: with a "no" that has a reason, or without an answer.
enum CheckFailure: Error {
    case refused(RefusalReason)
    case fault(VerificationFault)
}
