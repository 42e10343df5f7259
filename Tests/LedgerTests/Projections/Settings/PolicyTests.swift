import Testing

@testable import Ledger

@Suite("Policies")
struct PolicyTests {
    @Test("An answer uses the settings in effect at its instant; the defaults hold before")
    func timeline() throws {
        var timeline = PolicyTimeline()
        try timeline.insert("nonRenewing", "overlap", effective: on("03-10"), sequence: 5)
        try timeline.insert("nonRenewing", "stack", effective: on("03-05"), sequence: 6)
        try timeline.insert("graceWithoutDateDays", "7", effective: on("03-10"), sequence: 7)
        try timeline.insert("graceWithoutDateDays", "9", effective: on("03-10"), sequence: 8)
        #expect(timeline.at(on("03-01")) == Policies())
        #expect(timeline.at(on("03-07")).nonRenewing == .stack)
        #expect(timeline.at(on("03-10")).nonRenewing == .overlap)
        #expect(timeline.at(on("03-10")).graceWithoutDateDays == 9)
    }

    @Test(
        "Every policy takes its values and refuses others by name", arguments: PolicyName.allCases)
    func values(_ name: PolicyName) throws {
        let accepted: [String]
        switch name {
        case .accessInBillingRetry: accepted = ["on", "off"]
        case .balanceAfterRefund: accepted = ["negative", "clamp"]
        case .graceWithoutDateDays: accepted = ["0", "3", "28"]
        case .unconfirmedSlack: accepted = ["0", "PT24H", "P2D"]
        case .secondAccount: accepted = ["keep", "transfer"]
        case .nonRenewing: accepted = ["stack", "overlap"]
        }
        var policies = Policies()
        for value in accepted { try policies.set(name.rawValue, to: value) }
        for value in ["", "maybe", "-1", "29", "ON"] {
            let error = PolicyError.invalidValue(name, value: value)
            #expect(throws: error) { try policies.set(name.rawValue, to: value) }
            #expect(error.description.contains(name.acceptedValues))
        }
    }

    @Test("An unknown policy is refused, and the error lists those there are")
    func unknownName() {
        var timeline = PolicyTimeline()
        let error = PolicyError.unknownName("grace")
        #expect(throws: error) {
            try timeline.insert("grace", "1", effective: on("03-01"), sequence: 1)
        }
        #expect(error.description.contains("graceWithoutDateDays"))
        #expect(timeline == PolicyTimeline())
    }
}
