import Signals

/// A random expression of operators over sources.
///
/// A hot source may stand at several places, outside and inside of `flatMap`, so that one event of
/// it reaches an operator by several paths.
///
/// The delays are such that no two timers of different operators are due at one time, and none at
/// the time of a step. No closure sends to a source, and all runs on one scheduler: the graphs do
/// not cover nested sends and hops.
indirect enum Graph {
    /// An inner signal of `flatMap`.
    enum Inner: Hashable {
        case just, pair, empty, fail, never
        /// The events of a hot source from the value on.
        case later(Int)
        /// The next value of a hot source.
        case next(Int)
    }

    /// A way to join the two subscriptions to a shared signal.
    enum Pairing {
        case merge, combineLatest, zip
    }

    /// The number of hot sources that send.
    static let sourceCount = 3
    /// A hot source that does not send.
    ///
    /// It stands for `never` below `twice`. A subscription to `never` may disappear, and the second
    /// subscriber of the shared signal would then begin it again.
    static let silentSource = sourceCount

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
    case delay(Int, Graph)
    case debounce(Int, Graph)
    case throttle(Int, Graph)
    /// Two subscribers of one shared subscription, which replays the given number of values.
    case twice(Int, Pairing, Graph)

    /// A graph of about `size` operators.
    ///
    /// - Parameters:
    ///   - isShared: whether the graph is below `twice`.
    ///   - delays: the number of operators with a delay so far.
    static func random(
        size: Int, isShared: Bool = false, delays: inout Int, using dice: inout SplitMix
    ) -> Graph {
        func smaller(_ dice: inout SplitMix, by share: Int = 1) -> Graph {
            random(size: (size - 1) / share, isShared: isShared, delays: &delays, using: &dice)
        }
        if size <= 0 { return leaf(isShared, &dice) }
        switch Int.random(in: 0..<36, using: &dice) {
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
        case 28:
            return .twice(
                Int.random(in: 0...2, using: &dice), pairing(&dice),
                random(size: size - 1, isShared: true, delays: &delays, using: &dice))
        case 29...31:
            guard delays < 4 else { return smaller(&dice) }
            // Different delays, and sums of up to 15 of each differ, too.
            let delay = 1 << (4 * delays)
            delays += 1
            let graph = smaller(&dice)
            switch Int.random(in: 0..<3, using: &dice) {
            case 0: return .delay(delay, graph)
            case 1: return .debounce(delay, graph)
            default: return .throttle(delay, graph)
            }
        default: return .flatMap(strategy(&dice), inners(isShared, &dice), smaller(&dice))
        }
    }

    private static func leaf(_ isShared: Bool, _ dice: inout SplitMix) -> Graph {
        switch Int.random(in: 0..<8, using: &dice) {
        case 0: return .values([])
        case 1: return .fail
        case 2: return isShared ? .hot(silentSource) : .never
        case 3: return .values((0..<Int.random(in: 1...4, using: &dice)).map { $0 })
        default: return .hot(Int.random(in: 0..<sourceCount, using: &dice))
        }
    }

    private static func strategy(_ dice: inout SplitMix) -> FlattenStrategy {
        let limit = Int.random(in: 1...3, using: &dice)
        let all: [FlattenStrategy] = [.concat, .merge, .latest, .first, .concurrent(limit: limit)]
        return all[Int.random(in: 0..<all.count, using: &dice)]
    }

    private static func pairing(_ dice: inout SplitMix) -> Pairing {
        let all: [Pairing] = [.merge, .combineLatest, .zip]
        return all[Int.random(in: 0..<all.count, using: &dice)]
    }

    private static func inners(_ isShared: Bool, _ dice: inout SplitMix) -> [Inner] {
        (0..<3).map { _ -> Inner in
            let source = Int.random(in: 0..<sourceCount, using: &dice)
            switch Int.random(in: 0..<11, using: &dice) {
            case 0: return .just
            case 1: return .pair
            case 2: return .empty
            case 3: return .fail
            case 4: return isShared ? .later(silentSource) : .never
            case 5...7: return .later(source)
            default: return .next(source)
            }
        }
    }
}
