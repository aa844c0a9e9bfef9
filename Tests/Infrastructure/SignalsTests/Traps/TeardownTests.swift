import Dispatch
import Foundation
import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

/// The main actor's objects in these tests compile without an unsafe word, and their last
/// references die on another scheduler.
@Suite("Teardown on the home scheduler: D1")
struct TeardownTests {
    @MainActor
    final class Screen {
        let lifetime = Disposable()
        let subject = Subject<Int, Never>()
        let title = MutableProperty("")
        var job: Job<Int, Never>?
        var observer: Observer<Int, Never>?
    }

    /// Releases the last reference to a new screen on another scheduler, and waits for the effects.
    @MainActor
    private func loseScreenElsewhere(_ fill: @MainActor (Screen) -> Void) async {
        let business = WorkScheduler(name: "BL")
        let gate = DispatchSemaphore(value: 0)
        func hand() {
            let screen = Screen()
            fill(screen)
            business.schedule {
                gate.wait()
                withExtendedLifetime(screen) {}
            }
        }
        hand()
        gate.signal()
        await business.drained()
        await MainScheduler.shared.drained()
        business.shutDown()
    }

    @Test("an owner of the main actor ends its subscriptions on the main scheduler")
    @MainActor
    func ownerThatDiesElsewhereEndsAtHome() async {
        let subject = Subject<Int, Never>()
        let places = Places()
        await loseScreenElsewhere { screen in
            subject.signal.on(disposed: { places.note() })
                .observe(within: screen.lifetime) { _ in }
            screen.lifetime.add { places.note() }
        }
        #expect(places.names == ["UI", "UI"])
        #expect(subject.observerCount == 0)
    }

    @Test("a subject, a property, a job and an observer end on their home scheduler")
    @MainActor
    func sourcesThatDieElsewhereEndAtHome() async {
        let places = Places()
        await loseScreenElsewhere { screen in
            screen.subject.signal.on(disposed: { places.note() }).observe { _ in }
            screen.title.signal.on(ended: { _ in places.note() }).observe { _ in }
            screen.job = Job { Signal.never.on(disposed: { places.note() }) }
            screen.job?.execute()
            let captured = Departure { places.note() }
            Signal<Int, Never> { screen.observer = $0 }
                .observe { [captured] _ in withExtendedLifetime(captured) {} }
        }
        #expect(places.names == ["UI", "UI", "UI", "UI"])
    }

    @Test(
        "owners may be released on other schedulers while the main scheduler sends"
    )
    @MainActor
    func ownersDieElsewhereDuringDeliveries() async {
        let business = WorkScheduler(name: "BL")
        let subject = Subject<Int, Never>()
        var sum = 0
        for round in 0..<500 {
            do {
                let screen = Screen()
                for _ in 0..<4 { subject.signal.observe(within: screen.lifetime) { sum += $0 } }
                business.schedule { withExtendedLifetime(screen) {} }
            }
            for _ in 0..<20 { subject.send(1) }
            if round.isMultiple(of: 50) { await business.drained() }
        }
        await business.drained()
        await MainScheduler.shared.drained()
        #expect(subject.observerCount == 0)
        #expect(sum > 0)
        business.shutDown()
    }

    @Test("a token that is disposed of on another scheduler ends on the home scheduler")
    func tokenDisposedOfElsewhereEndsAtHome() async {
        let home = WorkScheduler(name: "home")
        let elsewhere = WorkScheduler(name: "elsewhere")
        let places = Places()
        home.schedule {
            let token = Signal<Int, Never>.interval(.seconds(60), in: .here).on(disposed: {
                places.note()
            })
            .bound(in: .here).deliver(in: .here).observe({ _ in }, ended: { _ in })
            let sent = Smuggled(token)
            elsewhere.schedule { sent.content.dispose() }
        }
        await home.drained()
        await elsewhere.drained()
        await home.drained()
        #expect(places.names == ["home"])
        for scheduler in [home, elsewhere] { scheduler.shutDown() }
    }

    @Test("a subscription that is disposed of elsewhere ends at home while values arrive")
    func hopDisposedOfElsewhereEndsAtHome() async {
        let scheduler = WorkScheduler(name: "source")
        let source = SchedulerBound(on: scheduler) { Subject<Int, Never>() }
        let home = WorkScheduler(name: "home")
        let elsewhere = WorkScheduler(name: "elsewhere")
        let places = Places()
        for _ in 0..<100 {
            home.schedule {
                let token = source.signal { $0.signal }.deliver(in: .here)
                    .on(disposed: { places.note() }).observe({ _ in }, ended: { _ in })
                let sent = Smuggled(token)
                for value in 0..<20 { source.schedule { $0.send(value) } }
                elsewhere.schedule { sent.content.dispose() }
            }
            await home.drained()
            await elsewhere.drained()
            await home.drained()
        }
        #expect(places.names == Array(repeating: "home", count: 100))
        let count = await withCheckedContinuation { continuation in
            source.schedule { continuation.resume(returning: $0.observerCount) }
        }
        #expect(count == 0)
        for scheduler in [scheduler, home, elsewhere] { scheduler.shutDown() }
    }

    @Test("an action ends on the scheduler that added it, a token on its home scheduler")
    func whatIsAddedElsewhereEndsWhereItBelongs() async {
        let home = WorkScheduler(name: "home")
        let elsewhere = WorkScheduler(name: "elsewhere")
        let places = Places()
        let owner = await withCheckedContinuation { continuation in
            home.schedule {
                let owner = Disposable { places.note() }
                continuation.resume(returning: Smuggled(owner))
            }
        }
        elsewhere.schedule {
            owner.content.add { places.note() }
            owner.content.add(Disposable { places.note() })
        }
        await elsewhere.drained()
        home.schedule { owner.content.dispose() }
        await home.drained()
        await elsewhere.drained()
        #expect(places.names.sorted() == ["elsewhere", "elsewhere", "home"])
        for scheduler in [home, elsewhere] { scheduler.shutDown() }
    }

    @Test("a teardown reaches a home scheduler that has been shut down")
    func teardownReachesAClosedHome() async {
        let home = WorkScheduler(name: "home")
        let places = Places()
        let owner = await withCheckedContinuation { continuation in
            home.schedule {
                continuation.resume(returning: Smuggled(Disposable { places.note() }))
            }
        }
        home.shutDown()
        _ = await home.finished()
        owner.content.dispose()
        await home.drained()
        #expect(places.names == ["home"])
    }

    @Test(
        "a task may change threads between a subscription and its disposal"
    )
    func taskMayChangeThreads() async {
        let subject = Subject<Int, Never>()
        for _ in 0..<100 {
            let token = subject.signal.observe { _ in }
            await Task.detached {}.value
            token.dispose()
        }
        #expect(subject.observerCount == 0)
    }

    #if DEBUG
        @Test("an observer, a subject and a job that are used on another scheduler are reported")
        func useElsewhereIsReported() async {
            struct Problem: Error {}
            final class Objects {
                let subject = Subject<Problem, Problem>()
                let job = Job<Problem, Problem> { .never }
                var observer: Observer<Problem, Problem>?

                init() { Signal { self.observer = $0 }.observe({ _ in }, ended: { _ in }) }
            }
            for type in [
                Observer<Problem, Problem>.self, Subject<Problem, Problem>.self,
                Job<Problem, Problem>.self,
            ] as [Any.Type] {
                Violations.setMode(.collect, for: type)
            }
            let home = WorkScheduler(name: "home")
            let objects = await made(on: home) { Objects() }.content
            objects.job.cancel()
            objects.job.cancel(with: Problem())
            objects.observer?.send(Problem())
            objects.observer?.complete()
            objects.subject.send(Problem())
            objects.subject.complete()
            #expect(Self.members(of: Job<Problem, Problem>.self) == ["cancel()", "cancel(with:)"])
            #expect(Self.members(of: Observer<Problem, Problem>.self) == ["send(_:)", "end(_:)"])
            #expect(Self.members(of: Subject<Problem, Problem>.self) == ["send(_:)", "end(_:)"])
            home.shutDown()
        }

        @Test("a ticket and an executor that are used on another scheduler are reported")
        func executorUsedElsewhereIsReported() async {
            let types: [Any.Type] = [
                JobTicket.self, LimitedExecutor.self, MutableProperty<LimitedExecutor.Load>.self,
            ]
            for type in types { Violations.setMode(.collect, for: type) }
            let home = WorkScheduler(name: "home")
            let objects = await made(on: home) {
                (ticket: JobTicket {}, executor: LimitedExecutor(limit: 0))
            }.content
            objects.ticket.start {}
            objects.ticket.finish()
            objects.executor.submit(objects.ticket)
            _ = objects.executor.reclaim()
            objects.executor.limit = 1
            #expect(Self.members(of: JobTicket.self) == ["start(onFinish:)", "finish()"])
            let members = Self.members(of: LimitedExecutor.self)
            #expect(members == ["submit(_:)", "reclaim()", "limit"])
            for type in types { Violations.setMode(nil, for: type) }
            home.shutDown()
        }

        private func made<Content>(
            on home: WorkScheduler, _ make: @escaping @Sendable () -> Content
        ) async -> Smuggled<Content> {
            await withCheckedContinuation { continuation in
                home.schedule { continuation.resume(returning: Smuggled(make())) }
            }
        }

        private static func members(of type: Any.Type) -> [String] {
            Violations.takeCollected(from: type).map(\.member)
        }
    #endif
}

/// The schedulers on which something happened.
private final class Places: Sendable {
    private let noted = Guarded<[String]>([])

    var names: [String] { noted.withLock { $0 } }

    func note() {
        let name = Schedulers.current?.name ?? "none"
        noted.withLock { $0.append(name) }
    }
}

/// Calls back when it is released.
private final class Departure {
    private let action: () -> Void

    init(_ action: @escaping () -> Void) { self.action = action }

    deinit { action() }
}

/// Takes an object past the compiler.
private final class Smuggled<Content>: @unchecked Sendable {  // reason: what the tests are about
    let content: Content

    init(_ content: Content) { self.content = content }
}
