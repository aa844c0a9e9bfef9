import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

/// The marble diagrams of the documentation, played.
@Suite("Marbles")
struct MarbleTests {
    private typealias Line = Signal<Character, MarbleFailure>

    /// Plays `build` on hot lines and compares what comes out.
    private func expect(
        _ expected: Marbles, of lines: Marbles..., at location: SourceLocation = #_sourceLocation,
        _ build: ([Line]) -> Line
    ) {
        let actual = MarbleTest.play { test in test.record(build(lines.map(test.hot))) }
        #expect(actual == expected, sourceLocation: location)
    }

    @Test("transforming")
    func transforming() {
        expect("--2---3--4-|", of: "--1---2--3-|") { $0[0].map(next) }
        expect("--1---3--6-|", of: "--1---2--3-|") {
            $0[0].scan("0") { sum, digit in number(value(sum) + value(digit)) }
        }
        expect("-----------(6|)", of: "--1---2--3-|") {
            $0[0].reduce("0") { sum, digit in number(value(sum) + value(digit)) }
        }
        expect("-----2---(1|)", of: "--a--b-c-|") { $0[0].collect(2).map { number($0.count) } }
        expect("-----3-----(2|)", of: "-12-3----45|") {
            $0[0].collect(every: MarbleTest.tick * 4, in: .here).map { number($0.count) }
        }
        expect("--2-1-----(1|)", of: "-123-----4|") {
            $0[0].collect(2, every: MarbleTest.tick, in: .here)
                .map { number($0.count) }
        }
        expect("--1--x", of: "--1--2--3--|") {
            $0[0].tryMap { (digit) throws(MarbleFailure) in
                if digit == "2" { throw MarbleFailure() }
                return digit
            }
        }
        expect("-----a------b|", of: "--a--b------c|") {
            $0[0].combinePrevious().map(\.previous)
        }
        expect("--1--(e|)", of: "--1--x") {
            $0[0].materialize().map { event in
                if case .value(let value) = event { value } else { "e" }
            }.promoteFailure()
        }
    }

    @Test("selecting")
    func selecting() {
        expect("------2--3-|", of: "--1---2--3-|") { $0[0].filter { $0 > "1" } }
        expect("--1-----2-----1--|", of: "--1--1--2--2--1--|") { $0[0].distinctUntilChanged() }
        expect("--1---(2|)", of: "--1---2--3-|") { $0[0].take(2) }
        expect("------(2|)", of: "--1---2--3-|") { $0[0].first { $0 > "1" } }
        expect("------(y|)", of: "--1---2--3-|") { $0[0].contains("2").map { $0 ? "y" : "n" } }
        expect("-----------(n|)", of: "--1---2--3-|") { $0[0].contains("9").map { $0 ? "y" : "n" } }
        expect("--1---x", of: "--1---x") {
            $0[0].merge(with: $0[0].contains("9").map { $0 ? "y" : "n" })
        }
        expect("--1---2--|", of: "--1---2--3--1-|") { $0[0].takeWhile { $0 < "3" } }
        expect("-----------(23|)", of: "--1---2--3-|") { $0[0].takeLast(2) }
        expect("---------3-|", of: "--1---2--3-|") { $0[0].skip(2) }
        expect("---------3--1-|", of: "--1---2--3--1-|") { $0[0].skipWhile { $0 < "3" } }
        expect("-------(0|)", of: "-------|") { $0[0].defaultIfEmpty("0") }
        expect("--1---2|", of: "--1---2--3--4-|", "-------a") {
            $0[0].take(until: harmless($0[1]))
        }
        expect("--1---2|", of: "--1---2--3--4-|", "-------a") {
            let lifetime = Disposable()
            harmless($0[1]).observe { _ in lifetime.dispose() }
            return $0[0].take(during: lifetime)
        }
        expect("---------3--4-|", of: "--1---2--3--4-|", "-------a") {
            $0[0].skip(until: harmless($0[1]))
        }
        expect("------2------3--|", of: "--1--2-----3----|", "------a-b----c--") {
            $0[0].sample(on: harmless($0[1]))
        }
    }

    @Test("combining")
    func combining() {
        expect("--1-3---2-4---|", of: "--1-----2-----|", "----3-----4|") {
            $0[0].merge(with: $0[1])
        }
        expect("-----a--b---c-|", of: "--1-----------|", "-----a--b---c|") {
            $0[0].combineLatest(with: $0[1]).map(\.1)
        }
        expect("-----a--b|", of: "--1--2--------3--|", "-----a--b|") {
            $0[0].zip(with: $0[1]).map(\.1)
        }
        expect("--------a--b-|", of: "--1-----2--3-|", "----a-----b--") {
            $0[0].withLatest(from: harmless($0[1])).map(\.1)
        }
        expect("-----a--b---c-|", of: "--1-----------|", "-----a--b---c|") {
            Signal.combineLatest($0).map { $0[1] }
        }
        expect("-----a--b|", of: "--1--2--------3--|", "-----a--b|") {
            Signal.zip($0).map { $0[1] }
        }
        expect("--1-3---2-4---|", of: "--1-----2-----|", "----3-----4|") { Signal.merge($0) }
        expect("--3-----4--|", of: "-----1--2--|", "--3-----4--|") { Signal.race($0) }
        expect("--3-----4--|", of: "-----1--2--|", "--3-----4--|") { $0[0].race(with: $0[1]) }
        expect("--1--2--3--|", of: "--1--2|", "-a------3--|") { $0[0].concat($0[1]) }
        expect("0-1--2|", of: "--1--2|") { $0[0].startWith("0") }
    }

    @Test("flattening")
    func flattening() {
        func inner(_ strategy: FlattenStrategy) -> Marbles {
            MarbleTest.play { test in
                let inners = ["a": test.cold("-1--2--3|"), "b": test.cold("-4--5|")]
                let outer = test.hot("--a----b---|")
                return test.record(outer.flatMap(strategy) { inners[String($0)] ?? .empty })
            }
        }
        #expect(inner(.merge) == "---1--2-43-5|")
        #expect(inner(.latest) == "---1--2-4--5|")
        #expect(inner(.concat) == "---1--2--3-4--5|")
        #expect(inner(.first) == "---1--2--3-|")
    }

    @Test("splitting")
    func splitting() {
        /// The events of the signals that `split` makes, each from its first value on, as lines.
        func lines(
            _ line: Marbles, _ split: (Line) -> Signal<Line, MarbleFailure>
        ) -> [Marbles] {
            MarbleTest.play { test in
                var parts: [Line] = []
                let numbers = split(test.hot(line)).map { part in
                    parts.append(part.replayLast(9))
                    parts.last?.observe({ _ in }, failed: { _ in })
                    return number(parts.count)
                }
                let whole = test.record(numbers)
                return [whole] + parts.map { test.record($0, ticks: 1) }
            }
        }
        #expect(
            lines("--1---2------3-|") { $0.window(2) } == ["--1----------2-|", "(12|)", "(3|)"])
        #expect(
            lines("-12-3-----45---x") { $0.window(every: MarbleTest.tick * 4, in: .here) }
                == ["-1--------2----x", "(123|)", "(45|)"])
        #expect(
            lines("-12-3-----4-x") { $0.window(2, every: MarbleTest.tick * 4, in: .here) }
                == ["-1--2-----3-x", "(12|)", "(3|)", "(4x)"])
        #expect(
            lines("-a-b-A-B-x") { $0.grouped { $0.lowercased() }.map(\.values) }
                == ["-1-2-----x", "(aAx)", "(bBx)"])
    }

    @Test("recovering")
    func recovering() {
        expect("--1--(28)-9|", of: "--1--(2x)", "-------9|") { lines in
            lines[0].catch { _ in lines[1].startWith("8") }
        }
        MarbleTest.play { test in
            let waiting = test.cold("-1x").retry(when: {
                $0.delay(MarbleTest.tick * 2, in: .here).take(2)
            })
            #expect(test.record(waiting) == "-1---1---1x")
        }
        expect("--1--(0|)", of: "--1--x") { $0[0].replaceFailure(with: "0").promoteFailure() }
    }

    @Test("the guide's example")
    func guideExample() {
        MarbleTest.play { test in
            let typed = test.hot("-a-bc---d|")
            #expect(test.record(typed.debounce(MarbleTest.tick * 2, in: .here)) == "------c--(d|)")
        }
    }

    @Test("the compositions that the guide lists for operators of other libraries")
    func documentedCompositions() {
        for (empty, expected) in [("---|", "-------9|"), ("--1--2|", "--1--2|")] {
            expect(Marbles(expected), of: Marbles(empty), "-------9|") { lines in
                lines[0].map(Optional.some).defaultIfEmpty(nil).flatMap(.concat) {
                    $0.map(Line.just) ?? lines[1]
                }
            }
        }
        expect("------(2|)", of: "--1---2--3-|") { $0[0].skip(1).take(1) }
        expect("-----------(1|)", of: "--2---1--3-|") {
            $0[0].reduce(Character?.none) { min($0 ?? $1, $1) }.compactMap { $0 }
        }
        expect("------x", of: "--1---2--3-|") {
            $0[0].take(2).collect().tryMap { (values) throws(MarbleFailure) in
                guard values.count == 1 else { throw MarbleFailure() }
                return values[0]
            }
        }
        expect("------2--x", of: "--1---2--3-|") {
            $0[0].tryMap { (digit) throws(MarbleFailure) -> Character? in
                if digit == "3" { throw MarbleFailure() }
                return digit == "2" ? digit : nil
            }.compactMap { $0 }
        }
        expect("--1---3--x", of: "--1---2--3-|") {
            $0[0].scan(Result<Character, MarbleFailure>.success("0")) { sum, digit in
                if digit == "3" { return .failure(MarbleFailure()) }
                return sum.map { number(value($0) + value(digit)) }
            }.tryMap { (sum) throws(MarbleFailure) in try sum.get() }
        }
        expect("--1---3-----4----|", of: "--1-2-3-----4----|") {
            $0[0].flatMap(.first) { digit in
                let pause = Signal<Void, MarbleFailure>.timer(after: MarbleTest.tick * 3, in: .here)
                return Line.just(digit).concat(pause.ignoreValues())
            }
        }
        expect("--1---2--(3|)", of: "--1---2--3--1-|") {
            $0[0].flatMap(.concat) { digit in
                let digits: [Character?] = digit < "3" ? [digit] : [digit, nil]
                return Signal<Character?, MarbleFailure>.sequence(digits)
            }.takeWhile { $0 != nil }.compactMap { $0 }
        }
        expect("--1----9|", of: "--1---------2-|", "-------9|") { lines in
            lines[0].timeout(MarbleTest.tick * 3, in: .here, failingWith: MarbleFailure())
                .catch { _ in lines[1] }
        }
        expect("-----------(3|)", of: "--1---2--3-|") {
            $0[0].reduce(0) { count, _ in count + 1 }.map(number)
        }
        var resource: [String] = []
        expect("--1---2|", of: "--1---2|") { lines in
            Line.deferred {
                resource.append("made")
                return lines[0].on(disposed: { resource.append("released") })
            }
        }
        #expect(resource == ["made", "released"])
        expect("(123|)", of: "-") { _ in
            Line.sequence(
                sequence(state: 1) { next in
                    defer { next += 1 }
                    return next < 4 ? number(next) : nil
                })
        }
    }

    @Test("the compositions that the guide lists for operators with a trigger or a predicate")
    func documentedCompositionsOfTriggers() {
        for (last, expected) in [("3", "-----------(y|)"), ("1", "------(n|)")] {
            expect(Marbles(expected), of: "--1---2--3-|") {
                $0[0].contains { "\($0)" > last }.map { $0 ? "n" : "y" }
            }
        }
        expect("--1--2--------3|", of: "--1--2--1--2--3|") {
            $0[0].grouped { $0 }.flatMap(.merge) { $0.values.take(1) }
        }
        expect("------2-2----3--|", of: "--1--2-----3----|", "------a-b----c--|") {
            $0[1].withLatest(from: harmless($0[0])).map(\.1)
        }
        MarbleTest.play { test in
            let again = harmless(test.cold("-1|")).promoteFailure(to: MarbleFailure.self)
                .concat(.fail(MarbleFailure()))
                .retry(when: { $0.delay(MarbleTest.tick * 2, in: .here).take(2) })
                .catch { _ in Line.empty }
            #expect(test.record(again) == "-1---1---1|")
        }
        for (line, trigger, expected) in [
            ("--1---2--3-|", "-------a", "--1---2|"), ("--1---2--3-|", "-------x", "--1---2x"),
            ("--1---2--3-|", "-------|", "--1---2--3-|"), ("--1|", "-------a", "--1|"),
        ] {
            expect(Marbles(expected), of: Marbles(line), Marbles(trigger)) { lines in
                lines[1].map { _ in nil }
                    .merge(with: lines[0].map(Optional.some).concat(.just(nil)))
                    .takeWhile { $0 != nil }.compactMap { $0 }
            }
        }
    }

    @Test("the compositions that the guide lists for properties")
    func documentedCompositionsOfProperties() {
        let (left, right) = (MutableProperty(1), MutableProperty(2))
        let odd = Property(initial: 0, then: left.signal.filter { !$0.isMultiple(of: 2) })
        let pair = Property(
            initial: (left.value, right.value), then: left.signal.zip(with: right.signal))
        let former = left.modify { value in
            defer { value = 4 }
            return value
        }
        #expect(former == 1 && left.value == 4)
        #expect(odd.value == 1)
        #expect(pair.value == (1, 2))
        right.value = 5
        #expect(pair.value == (4, 5))
    }

    private func harmless(_ line: Line) -> Signal<Character, Never> {
        line.catch { _ in Signal<Character, Never>.empty }
    }

    private func value(_ digit: Character) -> Int { digit.wholeNumberValue ?? 0 }
    private func number(_ value: Int) -> Character { Character("\(value)") }
    private func next(_ digit: Character) -> Character { number(value(digit) + 1) }
}
