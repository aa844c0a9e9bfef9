import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

@Suite("Properties and bindings")
struct PropertyTests {
    @Test("a property sends its value immediately, its changes, and completes at its release")
    func changesAndCompletion() {
        var property: MutableProperty<Int>? = MutableProperty(1)
        let all = property.map { Probe($0.signal) }
        let changes = property.map { Probe($0.property.changes) }
        property?.value = 2
        property?.modify { $0 += 1 }
        property = nil
        #expect(all?.values == [1, 2, 3])
        #expect(changes?.values == [2, 3])
        #expect(all?.completions == [.completed])
    }

    @Test("derived properties read their sources")
    func derivedProperties() {
        let left = MutableProperty(1)
        let right = MutableProperty(2)
        let sum = left.property.combineLatest(with: right.property).map { $0 + $1 }
        let probe = Probe(sum.signal)
        #expect(sum.value == 3)
        left.value = 5
        #expect(sum.value == 7)
        #expect(probe.values == [3, 7])
        #expect(Property(constant: 4).map { $0 + 1 }.value == 5)
    }

    @Test("a flat-mapped property follows the selected property, and only that one")
    func flatMappedPropertyFollowsTheSelection() {
        let albums = ["a", "b"].map { MutableProperty($0) }
        let index = MutableProperty(0)
        let title = index.property.flatMap { albums[$0].property }
        let probe = Probe(title.signal)
        #expect(title.value == "a")
        albums[0].value = "a2"
        index.value = 1
        #expect(title.value == "b")
        albums[0].value = "a3"
        albums[1].value = "b2"
        #expect(title.value == "b2")
        #expect(probe.values == ["a", "a2", "b", "b2"])
    }

    @Test("a flat-mapped property completes after the selecting and the selected property")
    func flatMappedPropertyCompletes() {
        var selector: MutableProperty<Int>? = MutableProperty(0)
        var selected: MutableProperty<Int>? = MutableProperty(1)
        let inner = selected?.property ?? Property(constant: 0)
        let probe = (selector?.property.flatMap { _ in inner }.signal).map { Probe($0) }
        selector = nil
        #expect(probe?.completions == [])
        selected = nil
        #expect(probe?.completions == [.completed])
    }

    @Test("a selected property without another owner lives until the next switch")
    func selectedPropertyIsKept() {
        let source = Subject<Int, Never>()
        let selector = MutableProperty(true)
        let followed = selector.property.flatMap { isFollowing in
            isFollowing ? Property(initial: 0, then: source.signal) : Property(constant: -1)
        }
        let probe = Probe(followed.signal)
        source.send(7)
        #expect(probe.values == [0, 7])
        selector.value = false
        #expect(source.observerCount == 0)
        #expect(probe.values == [0, 7, -1])
    }

    @Test("and, or and not of Bool properties", arguments: [false, true], [false, true])
    func logicOfProperties(left: Bool, right: Bool) {
        let first = MutableProperty(!left)
        let second = MutableProperty(right)
        let both = first.property.and(second.property)
        let either = first.property.or(second.property)
        let opposite = first.property.not()
        let probes = [both, either, opposite].map { Probe($0.signal) }
        first.value = left
        #expect(both.value == (left && right))
        #expect(either.value == (left || right))
        #expect(opposite.value == !left)
        #expect(probes.map(\.values.last) == [left && right, left || right, !left])
        #expect(probes.allSatisfy { $0.values.count == 2 })
    }

    @Test("a property over a signal keeps its latest value until it is released")
    func propertyOverASignal() {
        let subject = Subject<Int, Never>()
        var property: Property<Int>? = Property(initial: 0, then: subject.signal)
        #expect(property?.value == 0)
        subject.send(4)
        #expect(property?.value == 4)
        property = nil
        #expect(subject.observerCount == 0)
    }

    @Test("a binding ends with its receiver, and does not keep it")
    func bindingEndsWithItsReceiver() {
        final class Label { var text = "" }
        let subject = Subject<String, Never>()
        var label: Label? = Label()
        if let label { subject.signal.bind(to: label) { $0.text = $1 } }
        subject.send("a")
        #expect(label?.text == "a")
        label = nil
        subject.send("b")
        #expect(subject.observerCount == 0)
    }

    @Test("a binding to a bound service calls it on its scheduler")
    func bindingToABoundService() throws {
        final class Sink { var values: [Int] = [] }
        let home = VirtualScheduler(name: "home")
        let service = SchedulerBound(on: home) { Sink() }
        home.runUntilIdle()
        let here = VirtualScheduler(name: "here")
        _ = here.enter {
            Signal<Int, Never>.sequence(1...3).bind(to: service, in: .here) { $0.values.append($1) }
        }
        home.runUntilIdle()
        #expect(try home.enter { try service.get(in: $0).values } == [1, 2, 3])
    }

    @Test("subscriptions end with their owner, also when they send immediately")
    func subscriptionsEndWithTheirOwner() {
        final class Owner {
            let lifetime = Disposable()
            var seen: [Int] = []
        }
        let subject = Subject<Int, Never>()
        var owner: Owner? = Owner()
        if let owner {
            subject.signal.startWith(0).observe(within: owner.lifetime) { [weak owner] in
                owner?.seen.append($0)
            }
            Signal<Int, Never>.sequence(0...).observe(within: owner.lifetime) { [weak owner] in
                if $0 == 5 { owner?.seen.append($0) }
                if $0 == 5 { owner?.lifetime.dispose() }
            }
        }
        #expect(owner?.seen == [0, 5])
        owner = nil
        #expect(subject.observerCount == 0)
    }

    @Test(
        "the deinit of a former value may set the property"
    )
    func formerValueMaySetTheProperty() {
        let property = MutableProperty<Mortal?>(nil)
        var seen: [Int] = []
        property.signal.observe { seen.append($0?.id ?? 0) }
        property.value = Mortal(1) { property.value = Mortal(3) {} }
        property.value = Mortal(2) {}
        #expect(seen == [0, 1, 2, 3])
        #expect(property.value?.id == 3)
    }

    @Test("a change in place does not copy the value")
    func changeInPlaceDoesNotCopy() {
        // A literal would be a constant in an optimised build, which the first change copies.
        let property = MutableProperty((1...3).shuffled().sorted())
        func address() -> UInt {
            property.modify { $0.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
        }
        let before = address()
        property.modify { $0[0] = 9 }
        #expect(address() == before)
        #expect(property.value == [9, 2, 3])
    }

    @Test("a change that throws keeps its changes, and informs the observers")
    func throwingChangeIsTold() {
        let property = MutableProperty(0)
        let probe = Probe(property.signal)
        #expect(throws: Oops.self) {
            try property.modify { (value) throws(Oops) in
                value = 1
                throw Oops()
            }
        }
        #expect(property.value == 1)
        #expect(probe.values == [0, 1])
    }

    #if !os(iOS) && DEBUG  // an optimised build traps without a message
        @Test("a property that is set during its change in place traps")
        func changeInPlaceExcludesOtherChanges() async throws {
            let result = try await #require(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                let property = MutableProperty(0)
                property.modify {
                    $0 += 1
                    property.value = 10
                }
            }
            let report = String(decoding: result.standardErrorContent, as: UTF8.self)
            #expect(report.contains("the closure that modifies it"))
        }
    #endif
}
