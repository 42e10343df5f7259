import LedgerTesting
import Testing

@Suite("Scenarios: a part of an answer")
struct PartMatcherTests {
    private static let answer: TestJSON = [
        "list": [["id": "1", "on": true], ["id": "2", "on": false], ["id": "2", "on": true]],
        "count": 3,
    ]

    private static func matches(_ expected: TestJSON) -> Bool {
        PartMatcher.differences(expected, answer).isEmpty
    }

    @Test(
        "What is in an answer matches",
        arguments: [
            [:], ["count": 3], ["missing": nil],
            ["list": [["id": "2"], ["id": "2"], ["id": "1"]]],
            ["list": [["on": true], ["on": true], ["on": false]]],
            ["list": ["$contains": [["id": "2", "on": true], ["id": "2"]]]],
            ["list": ["$none": [["id": "3"], ["id": "1", "on": false]]]],
            ["list": ["$count": 2, "$where": ["id": "2"]]], ["list": ["$count": 3]],
            ["list": ["$atLeast": 2, "$where": ["on": true]]],
        ] as [TestJSON])
    func matching(expected: TestJSON) { #expect(Self.matches(expected)) }

    @Test(
        "What is not in an answer does not match",
        arguments: [
            ["count": 4], ["count": nil], ["count": "3"], ["missing": 1], ["list": []],
            ["list": [["id": "1"], ["id": "1"], ["id": "2"]]], ["list": [["id": "1"]]],
            ["list": ["$contains": [["id": "1"], ["id": "1"]]]],
            ["list": ["$none": [["id": "2", "on": false]]]],
            ["list": ["$count": 1, "$where": ["id": "2"]]],
            ["list": ["$atLeast": 4]], ["count": ["$count": 1]], ["list": ["on": true]],
        ] as [TestJSON])
    func notMatching(expected: TestJSON) { #expect(!Self.matches(expected)) }

    @Test("CSV with quotes, commas and line breaks reads back")
    func csv() throws {
        let rows = try CSVRows.rows("a,b\r\n1,\"x,\"\"y\"\"\r\nz\"\r\n,\r\n")
        #expect(rows == [["a": "1", "b": "x,\"y\"\r\nz"], ["a": "", "b": ""]])
        #expect(throws: ScenarioMistake.self) { try CSVRows.rows("a,b\r\n1\r\n") }
        #expect(throws: ScenarioMistake.self) { try CSVRows.rows("a\r\n\"1\r\n") }
    }
}
