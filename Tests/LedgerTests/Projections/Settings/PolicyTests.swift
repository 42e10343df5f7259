import Testing

@testable import Ledger

@Suite("Policies")
struct PolicyTests {
    @Test("An answer uses the settings in effect at its instant; the defaults hold before")
    func timeline() throws {
        var timeline = PolicyTimeline()
        timeline.insert(
            try PolicySetting(name: "nonRenewing", value: "overlap"), effective: on("03-10"),
            sequence: 5)
        timeline.insert(
            try PolicySetting(name: "nonRenewing", value: "stack"), effective: on("03-05"),
            sequence: 6)
        timeline.insert(
            try PolicySetting(name: "graceWithoutDateDays", value: "7"), effective: on("03-10"),
            sequence: 7)
        timeline.insert(
            try PolicySetting(name: "graceWithoutDateDays", value: "9"), effective: on("03-10"),
            sequence: 8)
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
        case .negativeBalance: accepted = ["allow", "clamp"]
        case .graceWithoutDateDays: accepted = ["0", "3", "28"]
        case .unconfirmedSlack: accepted = ["0", "PT24H", "P2D"]
        case .secondAccount: accepted = ["keep", "transfer"]
        case .nonRenewing: accepted = ["stack", "overlap"]
        }
        var settings: Set<PolicySetting> = []
        for value in accepted {
            settings.insert(try PolicySetting(name: name.rawValue, value: value))
        }
        #expect(settings.count == accepted.count)
        for value in ["", "maybe", "-1", "29", "ON"] {
            let error = PolicyError.invalidValue(name, value: value)
            #expect(throws: error) { try PolicySetting(name: name.rawValue, value: value) }
            #expect(error.description.contains(name.acceptedValues))
        }
    }

    @Test("An unknown policy is refused, and the error lists those there are")
    func unknownName() {
        let error = PolicyError.unknownName("grace")
        #expect(throws: error) { try PolicySetting(name: "grace", value: "1") }
        #expect(error.description.contains("graceWithoutDateDays"))
    }
}
