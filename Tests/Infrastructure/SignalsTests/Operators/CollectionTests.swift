import Signals
import SignalsTestKit
import Testing

/// An operator over a collection of signals.
struct Gathering: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable ([Signal<Int, Oops>]) -> Signal<[Int], Oops>

    static let combineLatest = Gathering(testDescription: "combineLatest") { .combineLatest($0) }
    static let zip = Gathering(testDescription: "zip") { .zip($0) }
    static let merge = Gathering(testDescription: "merge") { .merge($0.map { $0.map { [$0] } }) }
    static let race = Gathering(testDescription: "race") { .race($0.map { $0.map { [$0] } }) }
    static let all = [combineLatest, zip, merge, race]
}

@Suite("Collections of signals")
struct CollectionTests {
    @Test("a collection of no signals completes immediately, with an empty array of latest values")
    func emptyCollections() {
        for gathering in Gathering.all {
            let probe = Probe(gathering.apply([]))
            #expect(probe.completions == [.completed])
            #expect(probe.values == (gathering.testDescription == "combineLatest" ? [[]] : []))
        }
    }

    @Test("a single signal is unchanged", arguments: Gathering.all)
    func oneSignal(_ gathering: Gathering) {
        for end in [Completion.completed, .failed(Oops())] {
            let source = Subject<Int, Oops>()
            let probe = Probe(gathering.apply([source.signal]))
            for value in 1...3 { source.send(value) }
            source.end(end)
            #expect(probe.values == [[1], [2], [3]])
            #expect(probe.completions == [end])
        }
    }

    @Test("every kind of collection is accepted, and read once")
    func anyCollection() {
        var reads = 0
        let signals = [3, 1, 2].lazy.map { value in
            reads += 1
            return Signal<Int, Never>.just(value)
        }
        let sums = Signal.combineLatest(signals).map { $0.reduce(0, +) }
        let readsAtFirst = reads
        #expect(Probe(sums).values == [6])
        #expect(Probe(sums).values == [6])
        #expect(reads == readsAtFirst)
        #expect(Probe(Signal.merge([1: Signal<Int, Never>.just(1)].values)).values == [1])
    }

    @Test("values have the order of the signals, and optional ones count as values")
    func orderOfTheSignals() {
        let sources = (0..<3).map { _ in Subject<Int?, Never>() }
        let latest = Probe(Signal.combineLatest(sources.map(\.signal)))
        let rows = Probe(Signal.zip(sources.map(\.signal)))
        sources[2].send(3)
        sources[0].send(nil)
        sources[1].send(2)
        sources[0].send(1)
        #expect(latest.values == [[nil, 2, 3], [1, 2, 3]])
        #expect(rows.values == [[nil, 2, 3]])
    }

    @Test("an array that is kept does not change")
    func keptArraysDoNotChange() {
        let sources = (0..<2).map { _ in Subject<Int, Never>() }
        let probe = Probe(Signal.combineLatest(sources.map(\.signal)))
        for value in 0..<3 { for source in sources { source.send(value) } }
        #expect(probe.values == [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2]])
    }

    @Test("latest values end after a completion without a value, rows when none is possible")
    func endsOfCollections() {
        let sources = (0..<3).map { _ in Subject<Int, Oops>() }
        let latest = Probe(Signal.combineLatest(sources.map(\.signal)))
        let rows = Probe(Signal.zip(sources.map(\.signal)))
        sources[0].send(1)
        sources[0].complete()
        #expect(latest.completions == [])
        #expect(rows.completions == [])
        sources[1].complete()
        #expect(latest.completions == [.completed])
        #expect(rows.completions == [.completed])
        #expect(sources[2].observerCount == 0)
    }

    @Test("tuples of three signals end when one of them has no value left")
    func endOfTuples() {
        let (numbers, names) = (Subject<Int, Never>(), Subject<String, Never>())
        let flags = Subject<Bool, Never>()
        let tuples = Probe(
            Signal.zip(numbers.signal, names.signal, flags.signal)
                .map { "\($0.0) \($0.1) \($0.2)" })
        numbers.send(1)
        names.send("one")
        flags.send(true)
        numbers.send(2)
        names.send("two")
        numbers.complete()
        #expect(tuples.values == ["1 one true"])
        #expect(tuples.completions == [])
        flags.send(false)
        #expect(tuples.values == ["1 one true", "2 two false"])
        #expect(tuples.completions == [.completed])
        #expect(names.observerCount == 0)
    }

    @Test("the last row empties the buffer of a completed signal")
    func lastRow() {
        let sources = (0..<2).map { _ in Subject<Int, Oops>() }
        let rows = Probe(Signal.zip(sources.map(\.signal)))
        sources[0].send(1)
        sources[0].send(2)
        sources[0].complete()
        sources[1].send(10)
        #expect(rows.completions == [])
        sources[1].send(20)
        #expect(rows.values == [[1, 10], [2, 20]])
        #expect(rows.completions == [.completed])
    }

    @Test("the losers of a race are disposed of before the winner's value arrives")
    func losersOfARace() {
        let sources = (0..<3).map { _ in Subject<Int, Oops>() }
        var counts: [Int] = []
        let probe = Probe(Signal.race(sources.map(\.signal))) { _, _ in
            counts = sources.map(\.observerCount)
        }
        sources[1].send(1)
        sources[0].send(2)
        #expect(counts == [0, 1, 0])
        #expect(probe.values == [1])
    }

    @Test(
        "many signals use constant stack and linear time, also at the end of a long chain",
        arguments: Gathering.all, [1, 100])
    func collectionsTakeNoStack(_ gathering: Gathering, length: Int) async {
        await onSmallStack {
            func below(_ signals: [Signal<Int, Oops>]) -> Probe<Int, Oops> {
                Probe(
                    (0..<length).reduce(gathering.apply(signals).map { $0.reduce(0, +) }) {
                        chain, _ in chain.map { $0 }
                    })
            }
            let count = TestSize.many / (length == 1 ? 1 : 10)
            let constants = below((0..<count).map { .just($0 % 2) })
            let isRace = gathering.testDescription == "race"
            #expect(constants.values.reduce(0, +) == (isRace ? 0 : count / 2))
            #expect(constants.completions == [.completed])

            let sources = (0..<count).map { _ in Subject<Int, Oops>() }
            let disposed = below(sources.map(\.signal))
            #expect(sources.last?.observerCount == 1)
            disposed.dispose()
            #expect(sources.allSatisfy { $0.observerCount == 0 })
            let ended = below(sources.map(\.signal))
            for source in sources {
                source.send(1)
                source.complete()
            }
            #expect(ended.values.reduce(0, +) == (isRace ? 1 : count))
            #expect(ended.completions == [.completed])
            #expect(sources.allSatisfy { $0.observerCount == 0 })
        }
    }
}
