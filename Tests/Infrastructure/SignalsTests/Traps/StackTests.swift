import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

@Suite("Constant stack")
struct StackTests {
    static let strategies: [FlattenStrategy] = [
        .concat, .merge, .concurrent(limit: 2), .latest, .first,
    ]

    @Test("S1: inner signals that complete immediately use constant stack", arguments: strategies)
    func synchronousInnersTakeNoStack(strategy: FlattenStrategy) async {
        await onSmallStack {
            var count = 0
            var ends = 0
            Signal<Int, Never>.sequence(0..<TestSize.many).flatMap(strategy) { .just($0) }
                .observe({ _ in count += 1 }, completed: { ends += 1 })
            #expect(count == TestSize.many)
            #expect(ends == 1)
        }
    }

    @Test("S1: inner signals that complete in a burst use constant stack")
    func queuedInnersTakeNoStack() async {
        await onSmallStack {
            let gate = Subject<Int, Never>()
            var count = 0
            Signal<Signal<Int, Never>, Never>.just(gate.signal)
                .concat(.sequence((0..<TestSize.many).lazy.map { .just($0) }))
                .flatten(.concat).observe { _ in count += 1 }
            #expect(count == 0)
            gate.complete()
            #expect(count == TestSize.many)
        }
    }

    @Test("S1: attempts that fail immediately use constant stack")
    func retryTakesNoStack() async {
        await onSmallStack {
            var attempts = 0
            let probe = Probe(
                Signal<Int, Oops>.deferred {
                    attempts += 1
                    return attempts < TestSize.many ? .fail(Oops()) : .just(attempts)
                }.retry())
            #expect(probe.values == [TestSize.many])
        }
    }

    @Test("S1: attempts that an answer starts immediately use constant stack")
    func answeredRetryTakesNoStack() async {
        await onSmallStack {
            var attempts = 0
            let first = Subject<Int, Oops>()
            let probe = Probe(
                Signal<Int, Oops>.deferred {
                    attempts += 1
                    if attempts == 1 { return first.signal }
                    return attempts < TestSize.many ? .fail(Oops()) : .just(attempts)
                }.retry(when: { $0.map { $0 } }))
            first.fail(Oops())
            #expect(probe.values == [TestSize.many])
        }
    }

    @Test("S1: rounds that complete immediately use constant stack")
    func repeatTakesNoStack() async {
        await onSmallStack {
            var count = 0
            Signal<Int, Never>.just(1).repeat(TestSize.many).observe { count += $0 }
            #expect(count == TestSize.many)
        }
    }

    @Test("a mix of available and later pages")
    func randomMixOfImmediateAndDelayed() async {
        await onSmallStack {
            onVirtualScheduler { scheduler in
                var dice = SplitMix(seed: 7)
                var pages: [Int] = []
                var isDone = false
                let count = TestSize.many / 100
                Signal<Int, Never>.sequence(0..<count).flatMap(.concat) { page in
                    Int.random(in: 0..<3, using: &dice) > 0
                        ? Signal.just(page)
                        : Signal.timer(after: .milliseconds(1), in: .here).map { _ in page }
                }.observe({ pages.append($0) }, completed: { isDone = true })
                scheduler.run()
                #expect(pages == Array(0..<count))
                #expect(isDone)
            }
        }
    }

    @Test(
        "an operator that sends several values for one uses one stack level per operator",
        .disabled(if: Sanitizer.isOn, "a sanitizer keeps variables elsewhere than on the stack"))
    func severalForOneTakeALevelEach() async {
        await onSmallStack {
            func depth(of levels: Int) -> Int {
                let subject = Subject<Int, Never>()
                var chain = subject.signal
                for _ in 0..<levels { chain = chain.flatMap(.merge) { .sequence([$0]) } }
                var marker = 0
                let top = withUnsafePointer(to: &marker) { Int(bitPattern: $0) }
                var depth = 0
                chain.observe { value in
                    var marker = value
                    depth = top - withUnsafePointer(to: &marker) { Int(bitPattern: $0) }
                }
                subject.send(0)
                return depth
            }
            let level = (depth(of: 20) - depth(of: 10)) / 10
            #expect((1...4096).contains(level))
            #expect(depth(of: 100) > 0)
        }
    }

    @Test("S2: five hundred maps are built, used, disposed of and released")
    func fiveHundredMaps() async {
        await onSmallStack {
            let subject = Subject<Int, Never>()
            var chain = subject.signal
            for _ in 0..<500 { chain = chain.map { $0 + 1 } }
            var probe: Probe? = Probe(chain)
            subject.send(0)
            subject.send(1)
            #expect(probe?.values == [500, 501])
            probe?.dispose()
            probe = Probe(chain)
            subject.send(2)
            subject.complete()
            #expect(probe?.values == [502])
            #expect(probe?.completions == [.completed])
            probe = nil
            chain = .never
        }
    }

    @Test("S2: a cold source behind five hundred maps stops when it is disposed of")
    func fiveHundredMapsOverAnEndlessSequence() async {
        await onSmallStack {
            var chain = Signal<Int, Never>.sequence(0...)
            for _ in 0..<500 { chain = chain.map { $0 + 1 } }
            let probe = Probe(chain.take(3))
            #expect(probe.values == [500, 501, 502])
            #expect(probe.completions == [.completed])
        }
    }

    @Test("a hop starts with a new stack in the middle of a thousand maps")
    func hopStartsWithANewStack() async {
        await onSmallStack {
            let home = VirtualScheduler(name: "home")
            let away = VirtualScheduler(name: "away")
            let numbers = BoundSignal<Int, Never>(on: home) {
                (0..<500).reduce(.sequence(0..<3)) { chain, _ in chain.map { $0 + 1 } }
            }
            away.enter {
                let chain = (0..<500).reduce(numbers.deliver(in: .here)) { chain, _ in
                    chain.map { $0 + 1 }
                }
                let probe = Probe(chain)
                home.runUntilIdle()
                away.runUntilIdle()
                #expect(probe.values == [1_000, 1_001, 1_002])
                #expect(probe.completions == [.completed])
            }
        }
    }

    @Test("S2: a long chain of different operators", arguments: [50, 500])
    func longMixedChain(length: Int) async {
        await onSmallStack {
            let subject = Subject<Int, Never>()
            var chain = subject.signal
            for index in 0..<length {
                switch index % 5 {
                case 0: chain = chain.map { $0 + 1 }
                case 1: chain = chain.filter { _ in true }
                case 2: chain = chain.scan(0) { $1 }
                case 3: chain = chain.on(value: { _ in })
                default: chain = chain.compactMap { $0 }
                }
            }
            let probe = Probe(chain)
            subject.send(0)
            subject.complete()
            #expect(probe.values == [length / 5])
            #expect(probe.completions == [.completed])
        }
    }
}

/// How much the tests that are about quantity do: the full amount in release builds.
enum TestSize {
    #if DEBUG
        static let many = 100_000
    #else
        static let many = 1_000_000
    #endif
}

/// Random numbers that a seed repeats (SplitMix64, by Steele, Lea and Flood).
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
