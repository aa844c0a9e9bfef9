import Dispatch
import SchedulingTestKit
import Testing

@testable import Scheduling

@Schedulable
private class Counter {
    var count = 0
    var marks: [Int] = []
    weak var owner: Counter?
    private(set) var observed: [Int] = []
    var watched = 0 {
        didSet { observed.append(oldValue) }
    }
    let fixed = 1
    static let shared = 2

    func increment() { count += 1 }
    func reader() -> () -> Int { { [weak self] in self?.count ?? -1 } }
    nonisolated func free() -> Int { 3 }
    static func make() -> Counter { Counter() }
    nonisolated(nonsending) func total() async -> Int { count }

    var isEmpty: Bool {
        checkScheduler()
        return count == 0
    }
}

@Schedulable
private final class RecordingCounter: Counter {
    var records = 0
    override func increment() {
        records += 1
        super.increment()
    }
}

@SchedulableExtension
extension Counter {
    fileprivate func incrementTwice() {
        increment()
        increment()
    }
}

@Schedulable
private final class Closing {
    deinit {
        checkScheduler(.release)
    }
}

/// The uses that a schedulable class accepts, and those that it reports.
@Suite(.serialized)
struct PinTests {
    private let home = VirtualScheduler(name: "home")
    private let elsewhere = VirtualScheduler(name: "elsewhere")

    init() {
        Violations.setMode(.collect, for: Counter.self)
        Violations.setMode(.collect, for: RecordingCounter.self)
        _ = Violations.takeCollected(from: Counter.self)
        _ = Violations.takeCollected(from: RecordingCounter.self)
    }

    /// The members that are reported when `use` runs where the service does not live.
    private func reported(_ use: (Counter) -> Void) -> [String] {
        let counter = home.enter { Counter() }
        elsewhere.enter { use(counter) }
        return Violations.takeCollected(from: Counter.self).map(\.member)
    }

    @Test func releaseElsewhereIsReported() {
        Violations.setMode(.collect, for: Closing.self)
        var closing: Closing? = home.enter { Closing() }
        elsewhere.enter { closing = nil }
        _ = closing
        let reports = Violations.takeCollected(from: Closing.self)
        #expect(
            reports.first?.description.hasPrefix(
                "Closing was released on scheduler 'elsewhere'; it lives on scheduler 'home'")
                == true)
    }

    @Test func firstSchedulerThatUsesAnObjectMadeOutsideOfAllIsItsHome() {
        final class Made {}
        Violations.setMode(.collect, for: Made.self)
        let pin = SchedulerPin()
        pin.check(Made.self, .call, "use()")
        home.enter { pin.check(Made.self, .call, "use()") }
        #expect(Violations.takeCollected(from: Made.self).isEmpty)
        elsewhere.enter { pin.check(Made.self, .call, "use()") }
        #expect(Violations.takeCollected(from: Made.self).map(\.expected) == ["home"])
    }

    @Test func nothingIsReportedAtHome() {
        home.enter {
            let counter = Counter()
            counter.increment()
            counter.marks.append(counter.count)
            counter.watched = 3
            #expect(counter.reader()() == 1)
            #expect(counter.marks == [1])
            #expect(counter.observed == [0])
            #expect(!counter.isEmpty)
        }
        #expect(Violations.takeCollected(from: Counter.self).isEmpty)
    }

    @Test func methodIsReported() {
        #expect(reported { $0.increment() } == ["increment()", "count"])
    }

    @Test func readingIsReported() {
        #expect(reported { _ = $0.count } == ["count"])
        #expect(reported { _ = $0.owner } == ["owner"])
        #expect(reported { _ = $0.isEmpty } == ["isEmpty", "count"])
    }

    @Test func writingIsReported() {
        #expect(reported { $0.count = 1 } == ["count"])
        #expect(reported { $0.marks.append(1) } == ["marks"])
        #expect(reported { $0.watched = 1 }.first == "watched")
    }

    @Test func closureThatWasHandedOutIsReported() {
        let reader = home.enter { Counter() }
        let read = home.enter { reader.reader() }
        _ = elsewhere.enter { read() }
        #expect(Violations.takeCollected(from: Counter.self).map(\.member) == ["count"])
    }

    @Test func exemptMembersAreNotReported() {
        let members = reported { counter in
            _ = counter.fixed
            _ = counter.free()
            _ = Counter.shared
            _ = Counter.make()
        }
        #expect(members.isEmpty)
    }

    @Test func extensionIsChecked() {
        #expect(reported { $0.incrementTwice() }.first == "incrementTwice()")
    }

    @Test func subclassIsPinnedOnceAndReportedByItsOwnName() throws {
        let recorder = home.enter { RecordingCounter() }
        elsewhere.enter { recorder.increment() }
        let collected = Violations.takeCollected(from: RecordingCounter.self)
        #expect(collected.map(\.member) == ["increment()", "records", "increment()", "count"])
        #expect(try #require(collected.first).service == "RecordingCounter")
        home.enter { recorder.increment() }
        #expect(Violations.takeCollected(from: RecordingCounter.self).isEmpty)
    }

    @Test func methodWhoseNameBeginsLikeAnInitialiserIsChecked() {
        #expect(Reinitialised.violationsElsewhere() == ["reinitialise()", "definition()"])
    }

    @Test func anotherSchedulerOnTheSameThreadIsElsewhere() {
        let counter = home.enter { Counter() }
        home.enter {
            elsewhere.enter { _ = counter.count }
            _ = counter.count
        }
        let collected = Violations.takeCollected(from: Counter.self)
        #expect(collected.map(\.actual) == ["elsewhere"])
    }

    @Test func foreignThreadIsElsewhere() {
        let counter = Unchecked(home.enter { Counter() })
        DispatchQueue.global().sync { _ = counter.value.count }
        let collected = Violations.takeCollected(from: Counter.self)
        #expect(collected.map(\.expected) == ["home"])
    }

    @Test func makingAServiceOutsideOfEverySchedulerIsReported() async {
        await Task.detached { _ = Counter() }.value
        let collected = Violations.takeCollected(from: Counter.self)
        #expect(collected.map(\.access) == [.construction])
        #expect(collected.map(\.actual) == [nil])
    }

    @Test func pinDoesNotKeepItsSchedulerAlive() {
        weak var scheduler: VirtualScheduler?
        let counter: Counter
        do {
            let mortal = VirtualScheduler(name: "mortal")
            scheduler = mortal
            counter = mortal.enter { Counter() }
            let waiting = Unchecked(counter)
            mortal.schedule { _ = waiting.value.count }
        }
        #expect(scheduler == nil)
        elsewhere.enter { counter.increment() }
        #expect(Violations.takeCollected(from: Counter.self).first?.expected == "mortal")
    }

    @Test @MainActor func mainActorIsTheMainSchedulersHome() {
        let counter = Counter()
        counter.increment()
        #expect(Violations.takeCollected(from: Counter.self).isEmpty)
    }

    @Test func asyncMethodStaysWithItsCaller() async throws {
        let business = WorkScheduler(name: "BL")
        defer { business.shutDown() }
        let count = try await SchedulerBound(on: business) { Counter() }.run { $0.count }
        #expect(count == 0)
        #expect(await Pinned(business).total() == 0)
        #expect(Violations.takeCollected(from: Counter.self).isEmpty)
    }
}

/// An actor that owns a service on a scheduler.
private actor Pinned {
    private let scheduler: WorkScheduler
    nonisolated var unownedExecutor: UnownedSerialExecutor { scheduler.asUnownedSerialExecutor() }

    init(_ scheduler: WorkScheduler) { self.scheduler = scheduler }

    func total() async -> Int { await Counter().total() }
}

/// The ancestor's hook let everything through whose name had "init" in it.
@Schedulable
private final class Reinitialised {
    func reinitialise() {}
    func definition() {}

    static func violationsElsewhere() -> [String] {
        Violations.setMode(.collect, for: Reinitialised.self)
        let service = VirtualScheduler(name: "home").enter { Reinitialised() }
        VirtualScheduler(name: "elsewhere").enter {
            service.reinitialise()
            service.definition()
        }
        return Violations.takeCollected(from: Reinitialised.self).map(\.member)
    }
}

/// Carries what must not cross, so that a test can see it caught.
private struct Unchecked<Value>: @unchecked Sendable {  // the test is about what happens then
    let value: Value

    init(_ value: Value) { self.value = value }
}
