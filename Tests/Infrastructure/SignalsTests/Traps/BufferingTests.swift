import Scheduling
import SchedulingTestKit
import Signals
import Testing

/// How many of five values an operator keeps while nothing takes them from it.
struct Keeping: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let count: Int
    let apply: @Sendable (Signal<Token, Never>) -> Signal<Void, Never>

    init<Value>(
        _ name: String, keeps count: Int,
        _ apply: @escaping @Sendable (Signal<Token, Never>) -> Signal<Value, Never>
    ) {
        testDescription = name
        self.count = count
        self.apply = { apply($0).map { _ in } }
    }

    static let all = [
        Keeping("map", keeps: 0) { $0.map { $0 } },
        Keeping("filter", keeps: 0) { $0.filter { _ in false } },
        Keeping("merge", keeps: 0) { $0.merge(with: .never) },
        Keeping("take", keeps: 0) { $0.take(7) },
        Keeping("contains", keeps: 0) { $0.contains { _ in false } },
        Keeping("window", keeps: 0) { $0.window(9).flatten(.merge) },
        Keeping("grouped(by:)", keeps: 0) {
            $0.grouped { ObjectIdentifier($0) }.flatMap(.merge) { $0.values }
        },
        Keeping("share", keeps: 0) { $0.share() },
        Keeping("flatMap, whose inner signals end", keeps: 0) { $0.flatMap(.concat) { .just($0) } },
        Keeping("distinctUntilChanged", keeps: 1) { $0.distinctUntilChanged { $0 === $1 } },
        Keeping("scan", keeps: 1) { $0.scan(Token()) { $1 } },
        Keeping("combinePrevious", keeps: 1) { $0.combinePrevious() },
        Keeping("sample", keeps: 1) { $0.sample(on: Signal<Int, Never>.never) },
        Keeping("combineLatest", keeps: 1) { $0.combineLatest(with: Self.silence) },
        Keeping("withLatest", keeps: 1) { Self.silence.withLatest(from: $0) },
        Keeping("debounce", keeps: 1) { $0.debounce(.seconds(1), in: .here) },
        Keeping("throttle", keeps: 1) { $0.throttle(.seconds(1), in: .here) },
        Keeping("flatMap(.latest)", keeps: 1) { $0.flatMap(.latest, Self.inner) },
        Keeping("flatMap(.first)", keeps: 1) { $0.flatMap(.first, Self.inner) },
        Keeping("takeLast(2)", keeps: 2) { $0.takeLast(2) },
        Keeping("replayLast(2)", keeps: 2) { $0.replayLast(2) },
        Keeping("flatMap with a limit", keeps: 5) {
            $0.flatMap(.concurrent(limit: 2), Self.inner)
        },
        Keeping("zip", keeps: 5) { $0.zip(with: Self.silence) },
        Keeping("combineLatest of a collection", keeps: 1) {
            Signal.combineLatest([$0, Self.tokens])
        },
        Keeping("zip of a collection", keeps: 5) { Signal.zip([$0, Self.tokens]) },
        Keeping("collect", keeps: 5) { $0.collect() },
        Keeping("collect(every:)", keeps: 5) { $0.collect(every: .seconds(1), in: .here) },
        Keeping("delay", keeps: 5) { $0.delay(.seconds(1), in: .here) },
    ]

    /// A source that is there and says nothing.
    private static var silence: Signal<Int, Never> {
        Signal<Void, Never>.timer(after: .seconds(60), in: .here).map { 1 }
    }

    private static var tokens: Signal<Token, Never> { silence.map { _ in Token() } }

    @Sendable private static func inner(_ token: Token) -> Signal<Int, Never> {
        silence.map { value in withExtendedLifetime(token) { value } }
    }
}

@Suite("Values kept by operators")
struct BufferingTests {
    private struct Kept { weak var token: Token? }

    @Test("an operator keeps the number of values that its law allows", arguments: Keeping.all)
    func keptValues(_ keeping: Keeping) {
        onVirtualScheduler { _ in
            let source = Subject<Token, Never>()
            let subscription = keeping.apply(source.signal).observe { _ in }
            let kept = (0..<5).map { _ in
                let token = Token()
                source.send(token)
                return Kept(token: token)
            }
            #expect(kept.count { $0.token != nil } == keeping.count)
            subscription.dispose()
            #expect(kept.allSatisfy { $0.token == nil })
        }
    }
}
