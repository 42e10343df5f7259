/// Finds what someone meant to write.
enum Spelling {
    /// A longer word is not compared, so that the time stays bounded.
    private static let maximumWordBytes = 64

    /// The candidate nearest to a word, or nil when none is near enough to be a slip.
    ///
    /// A candidate that the word begins counts as near; else a third of its bytes may differ.
    static func closest(to word: String, among candidates: [String]) -> String? {
        guard word.utf8.count <= maximumWordBytes else { return nil }
        let near = candidates.map { (candidate: $0, distance: distance(word, $0)) }
            .filter { $0.distance <= max(1, $0.candidate.utf8.count / 3) }
            .min { $0.distance < $1.distance }
        if let near { return near.candidate }
        let isMoreThanDashes = word.contains { $0 != "-" }
        return isMoreThanDashes ? candidates.first { $0.hasPrefix(word) } : nil
    }

    /// How many bytes to insert, delete or replace to make one word the other (Levenshtein).
    static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right.utf8)
        var row = Array(0...right.count)
        for (index, byte) in left.utf8.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let replaced = diagonal + (byte == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
