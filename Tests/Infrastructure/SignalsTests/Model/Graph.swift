import Signals

/// A random expression of operators over sources.
///
/// Each hot source stands at one place only, so that at each step of the script one leaf is active
/// and the order of all events is defined.
indirect enum Graph {
    enum Inner: Hashable {
        case just, pair, empty, fail, never
    }

    case hot(Int)
    case values([Int])
    case fail
    case never
    case map(Graph)
    case filter(Graph)
    case tryMap(Graph)
    case scan(Graph)
    case reduce(Graph)
    case distinct(Graph)
    case take(Int, Graph)
    case skip(Int, Graph)
    case takeLast(Int, Graph)
    case takeWhile(Graph)
    case pairs(Graph)
    case defaultIfEmpty(Graph)
    case startWith(Graph)
    case materialize(Graph)
    case share(Graph)
    case replay(Graph)
    case on(Graph)
    case concat(Graph, Graph)
    case merge(Graph, Graph)
    case combineLatest(Graph, Graph)
    case zip(Graph, Graph)
    case takeUntil(Graph, Graph)
    case skipUntil(Graph, Graph)
    case withLatest(Graph, Graph)
    case sample(Graph, Graph)
    case recover(Graph, Graph)
    case retry(Int, Graph)
    case again(Int, Graph)
    case flatMap(FlattenStrategy, [Inner], Graph)

    /// A graph of about `size` operators, which takes its hot sources from `sources`.
    static func random(
        size: Int, sources: inout [Int], using dice: inout SplitMix
    ) -> Graph {
        func smaller(_ dice: inout SplitMix, by share: Int = 1) -> Graph {
            random(size: (size - 1) / share, sources: &sources, using: &dice)
        }
        if size <= 0 { return leaf(&sources, &dice) }
        switch Int.random(in: 0..<30, using: &dice) {
        case 0: return .map(smaller(&dice))
        case 1: return .filter(smaller(&dice))
        case 2: return .tryMap(smaller(&dice))
        case 3: return .scan(smaller(&dice))
        case 4: return .reduce(smaller(&dice))
        case 5: return .distinct(smaller(&dice))
        case 6: return .take(Int.random(in: 0...3, using: &dice), smaller(&dice))
        case 7: return .skip(Int.random(in: 0...2, using: &dice), smaller(&dice))
        case 8: return .takeLast(Int.random(in: 0...3, using: &dice), smaller(&dice))
        case 9: return .takeWhile(smaller(&dice))
        case 10: return .pairs(smaller(&dice))
        case 11: return .defaultIfEmpty(smaller(&dice))
        case 12: return .startWith(smaller(&dice))
        case 13: return .materialize(smaller(&dice))
        case 14: return .share(smaller(&dice))
        case 15: return .replay(smaller(&dice))
        case 16: return .on(smaller(&dice))
        case 17: return .concat(smaller(&dice, by: 2), smaller(&dice, by: 2))
        case 18: return .merge(smaller(&dice, by: 2), smaller(&dice, by: 2))
        case 19: return .combineLatest(smaller(&dice, by: 2), smaller(&dice, by: 2))
        case 20: return .zip(smaller(&dice, by: 2), smaller(&dice, by: 2))
        case 21: return .takeUntil(smaller(&dice, by: 2), smaller(&dice, by: 2))
        case 22: return .skipUntil(smaller(&dice, by: 2), smaller(&dice, by: 2))
        case 23: return .withLatest(smaller(&dice, by: 2), smaller(&dice, by: 2))
        case 24: return .sample(smaller(&dice, by: 2), smaller(&dice, by: 2))
        case 25: return .recover(smaller(&dice, by: 2), smaller(&dice, by: 2))
        case 26: return .retry(Int.random(in: 0...2, using: &dice), smaller(&dice))
        case 27: return .again(Int.random(in: 0...2, using: &dice), smaller(&dice))
        default: return .flatMap(strategy(&dice), inners(&dice), smaller(&dice))
        }
    }

    private static func leaf(_ sources: inout [Int], _ dice: inout SplitMix) -> Graph {
        switch Int.random(in: 0..<8, using: &dice) {
        case 0: return .values([])
        case 1: return .fail
        case 2: return .never
        case 3: return .values((0..<Int.random(in: 1...4, using: &dice)).map { $0 })
        default: return sources.popLast().map { .hot($0) } ?? .values([5, 6])
        }
    }

    private static func strategy(_ dice: inout SplitMix) -> FlattenStrategy {
        let limit = Int.random(in: 1...3, using: &dice)
        let all: [FlattenStrategy] = [.concat, .merge, .latest, .first, .concurrent(limit: limit)]
        return all[Int.random(in: 0..<all.count, using: &dice)]
    }

    private static func inners(_ dice: inout SplitMix) -> [Inner] {
        let all: [Inner] = [.just, .just, .pair, .pair, .empty, .fail, .never]
        return (0..<3).map { _ in all[Int.random(in: 0..<all.count, using: &dice)] }
    }
}
