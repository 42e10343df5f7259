@testable import Ledger

/// An order in which the evidence of a scenario may arrive as well.
///
/// Evidence keeps on its side of each spend, because whether a spend is refused may depend on it.
/// What a host account presents and what the host does keep their place. Some evidence comes once
/// more later on. Within such a stretch the clock stands at its last step's instant, so that
/// nothing is signed in the future.
enum ScenarioOrder {
    struct Place {
        let clock: Instant
        /// The index of the step.
        let step: Int
    }

    static func places(
        _ steps: [ScenarioStep], using random: inout some RandomNumberGenerator
    ) -> [Place] {
        stretches(steps).flatMap { stretch in
            let clock = stretch.map { steps[$0].at }.max() ?? .distantPast
            return shuffled(stretch, steps, using: &random).map { Place(clock: clock, step: $0) }
        }
    }

    /// The steps without the questions, cut at each spend, which is a stretch of its own.
    private static func stretches(_ steps: [ScenarioStep]) -> [[Int]] {
        var stretches: [[Int]] = [[]]
        for (index, step) in steps.enumerated() where step.kind != .ask {
            if step.isBarrier {
                stretches += [[index], []]
            } else {
                stretches[stretches.count - 1].append(index)
            }
        }
        return stretches
    }

    private static func shuffled(
        _ stretch: [Int], _ steps: [ScenarioStep], using random: inout some RandomNumberGenerator
    ) -> [Int] {
        let places = stretch.indices.filter { steps[stretch[$0]].isMovable }
        let evidence = places.map { stretch[$0] }.shuffled(using: &random)
        var result = stretch
        for (place, step) in zip(places, evidence) { result[place] = step }
        for step in evidence where Int.random(in: 0..<5, using: &random) < 2 {
            guard let first = result.firstIndex(of: step) else { continue }
            let later = Int.random(in: (first + 1)...result.count, using: &random)
            result.insert(step, at: later)
        }
        return result
    }
}
