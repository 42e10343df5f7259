/// Finds what a user may have meant.
enum Spelling {
    /// The candidate with the fewest changed letters; nil if none is near.
    static func closest(to word: String, among candidates: [String]) -> String? {
        let distanceMax = max(2, word.count / 3)
        let ranked = candidates.map { (name: $0, distance: distance(word, $0)) }
        let best = ranked.min { ($0.distance, $0.name) < ($1.distance, $1.name) }
        guard let best, best.distance <= distanceMax, best.distance < word.count else { return nil }
        return best.name
    }

    /// How many letters have to be changed, added or removed (Levenshtein).
    static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right)
        var row = Array(0...right.count)
        for (index, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let replaced = diagonal + (character == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
