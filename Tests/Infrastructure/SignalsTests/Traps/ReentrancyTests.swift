import Signals
import SignalsTestKit
import Testing

@Suite("Reentrancy")
struct ReentrancyTests {
    @Test("R1: a value that is sent inside a delivery follows it", arguments: 1...3)
    func reentrantValueComesBehindTheDelivery(observers: Int) {
        let subject = Subject<Int, Never>()
        let journal = Journal()
        for observer in 0..<observers {
            subject.signal.observe { value in
                journal.write("\(observer):\(value)")
                guard observer == 0, value < 100 else { return }
                subject.send(value * 10)
                if value < 10 { subject.send(value + 1) }
            }
        }
        subject.send(9)
        let values = [9, 90, 10, 900, 100]
        let expected = values.flatMap { value in (0..<observers).map { "\($0):\(value)" } }
        #expect(journal.lines == expected)
    }

    @Test("R1: a value that is changed in place cannot be changed inside that change")
    func reentrantUpdateIsStopped() async throws {
        let scan = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            var source: Observer<Int, Never>?
            Signal<Int, Never> { source = $0 }.scan(into: [Int]()) { values, value in
                values.append(value)
                if value < 3 { source?.send(value + 1) }
            }.observe { _ in }
            source?.send(1)
        }
        let scanOfValues = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            var source: Observer<Int, Never>?
            Signal<Int, Never> { source = $0 }.scan(0) { sum, value in
                if value < 3 { source?.send(value + 1) }
                return sum + value
            }.observe { _ in }
            source?.send(1)
        }
        let reduce = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            var source: Observer<Int, Never>?
            Signal<Int, Never> { source = $0 }.reduce(into: [Int]()) { values, value in
                values.append(value)
                if value < 3 { source?.send(value + 1) }
            }.observe { _ in }
            source?.send(1)
        }
        for end in [scan, scanOfValues, reduce] {
            let said = String(decoding: try #require(end).standardErrorContent, as: UTF8.self)
            #expect(said.contains("imultaneous accesses"), "\(said)")
        }
    }

    @Test(
        "R1: the deinit of a former value may send, and its value follows the delivery",
        arguments: KeptValue.all)
    func formerValueMaySend(_ kept: KeptValue) {
        var source: Observer<Mortal, Never>?
        var seen: [Int] = []
        kept.ids(Signal { source = $0 }).observe { seen.append($0) }
        source?.send(Mortal(1) { source?.send(Mortal(3) {}) })
        source?.send(Mortal(2) {})
        #expect(seen == [1, 2, 3])
        source = nil
    }

    @Test("X2: disposal during a delivery is final, and does not affect other observers")
    func disposalDuringTheDeliverySparesTheOthers() {
        let subject = Subject<Int, Never>()
        let journal = Journal()
        var second = Disposable()
        let first = subject.signal.observe {
            journal.write("first \($0)")
            second.dispose()
        }
        second = subject.signal.observe { journal.write("second \($0)") }
        let third = subject.signal.on(value: { _ in first.dispose() })
            .observe { journal.write("third \($0)") }
        subject.send(1)
        subject.send(2)
        #expect(journal.lines == ["first 1", "third 1", "third 2"])
        #expect(first.isDisposed && second.isDisposed && !third.isDisposed)
    }

    @Test("X1: disposal inside a side effect stops the value")
    func disposalOnTheWayStopsTheValue() {
        let subject = Subject<Int, Never>()
        var token = Disposable()
        var seen: [Int] = []
        token = subject.signal.on(value: { _ in token.dispose() }).map { value in
            seen.append(value)
            return value
        }.observe { seen.append($0) }
        subject.send(1)
        #expect(seen == [])
    }

    @Test("R2: a subscriber during a delivery receives later values, not the current one")
    func observerAddedDuringADeliverySeesTheNextEvent() {
        let subject = Subject<Int, Never>()
        let journal = Journal()
        var isAdded = false
        subject.signal.observe { value in
            journal.write("old \(value)")
            guard !isAdded else { return }
            isAdded = true
            subject.send(2)
            subject.signal.observe { journal.write("new \($0)") }
            subject.send(3)
        }
        subject.send(1)
        #expect(journal.lines == ["old 1", "old 2", "old 3", "new 3"])
    }

    @Test("R3: a property can be read and written inside its delivery")
    func propertyIsReadAndWrittenFromInsideItsDelivery() {
        let property = MutableProperty(0)
        let journal = Journal()
        property.signal.observe { value in
            journal.write("a\(value) reads \(property.value)")
            if value == 1 { property.value = 2 }
        }
        property.signal.observe { journal.write("b\($0) reads \(property.value)") }
        property.value = 1
        #expect(
            journal.lines == [
                "a0 reads 0", "b0 reads 0", "a1 reads 1", "b1 reads 2", "a2 reads 2", "b2 reads 2",
            ])
    }

    @Test("R3: a subscriber of a property during its delivery receives each change once")
    func subscriptionDuringAPropertyDeliveryLosesAndRepeatsNothing() {
        let property = MutableProperty(0)
        var late: [Int] = []
        var isAdded = false
        property.signal.skip(1).observe { _ in
            guard !isAdded else { return }
            isAdded = true
            property.value = 2
            property.signal.observe { value in
                late.append(value)
                if value == 2 { property.value = 3 }
            }
        }
        property.value = 1
        #expect(late == [2, 3])
    }

    @Test("R3: two properties that are bound to each other converge")
    func mutualBindingSettles() {
        let left = MutableProperty(1)
        let right = MutableProperty(2)
        left.signal.distinctUntilChanged().bind(to: right)
        right.signal.distinctUntilChanged().bind(to: left)
        #expect(left.value == 1 && right.value == 1)
        right.value = 5
        #expect(left.value == 5 && right.value == 5)
        left.value = 7
        #expect(left.value == 7 && right.value == 7)
    }
}

/// A place at which an operator keeps a value until the next one.
struct KeptValue: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Applies the operator, and sends the number of each kept value.
    let ids: @Sendable (Signal<Mortal, Never>) -> Signal<Int, Never>

    static let all = [
        KeptValue(testDescription: "combineLatest(with:), left") {
            $0.combineLatest(with: .just(0)).map { $0.0.id }
        },
        KeptValue(testDescription: "combineLatest(with:), right") {
            Signal.just(0).combineLatest(with: $0).map { $0.1.id }
        },
        KeptValue(testDescription: "combineLatest of several signals") {
            Signal.combineLatest($0, .just(0)).map { $0.0.id }
        },
        KeptValue(testDescription: "combineLatest of a collection") {
            Signal.combineLatest([$0]).map { $0[0].id }
        },
        KeptValue(testDescription: "distinctUntilChanged") {
            $0.distinctUntilChanged(by: { $0 === $1 }).map { $0.id }
        },
        KeptValue(testDescription: "changes(of:by:)") {
            $0.changes(of: { $0 }, by: { $0 === $1 }).map { $0.id }
        },
        KeptValue(testDescription: "scan") { $0.scan(Mortal(0) {}) { $1 }.map { $0.id } },
    ]
}
