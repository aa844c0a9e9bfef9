import Scheduling
import SchedulingTestKit
import Signals
import Testing

@Suite("Tokens that dispose on release")
struct ScopedDisposableTests {
    @Test("the subscription ends when its token is released or replaced")
    func releaseEndsTheSubscription() {
        let subject = Subject<Int, Never>()
        var heard: [String] = []
        var token = Optional(ScopedDisposable(subject.signal.observe { heard.append("a\($0)") }))
        subject.send(1)
        token = ScopedDisposable(subject.signal.observe { heard.append("b\($0)") })
        subject.send(2)
        #expect(token?.isDisposed == false)
        token = nil
        subject.send(3)
        #expect(heard == ["a1", "b2"])
        #expect(subject.observerCount == 0)
    }

    @Test("a token ends its subscription early, and once")
    func disposeEndsTheSubscription() {
        var ends = 0
        let token = ScopedDisposable(Disposable { ends += 1 })
        token.dispose()
        token.dispose()
        #expect(token.isDisposed)
        #expect(ends == 1)
    }

    @Test("a token that is released on another scheduler ends its subscription on its own")
    func releaseElsewhereEndsAtHome() {
        let home = VirtualScheduler(name: "home")
        let other = VirtualScheduler(name: "other")
        let subject = Subject<Int, Never>()
        var token: ScopedDisposable?
        home.enter { token = ScopedDisposable(subject.signal.observe { _ in }) }
        other.enter {
            token = nil
            #expect(subject.observerCount == 1)
        }
        home.runUntilIdle()
        #expect(subject.observerCount == 0)
        withExtendedLifetime(token) {}
    }

    @Test("a token of a source without teardown ends its subscription on its own scheduler")
    func releaseElsewhereOfABareSourceEndsAtHome() {
        let home = VirtualScheduler(name: "home")
        let other = VirtualScheduler(name: "other")
        var kept: [Observer<Int, Never>] = []
        var token: ScopedDisposable?
        home.enter {
            token = ScopedDisposable(Signal<Int, Never> { kept.append($0) }.observe { _ in })
        }
        other.enter {
            token = nil
            #expect(!kept[0].isDisposed)
        }
        home.runUntilIdle()
        #expect(kept[0].isDisposed)
        withExtendedLifetime(token) {}
    }

    @Test(
        "a subscription that has ended may be disposed of on any thread"
    )
    func whatIsOverIsDisposedOfAnywhere() async {
        // reason: only one thread at a time uses it
        nonisolated(unsafe) var token: ScopedDisposable?
        await onSmallStack {
            token = ScopedDisposable(Signal<Int, Never>.just(1).observe { _ in })
        }
        token = nil
        #expect(token == nil)
    }

    @Test("a subscription whose owner ends on another scheduler ends on its own scheduler")
    func ownerElsewhereEndsASubscriptionAtHome() {
        let home = VirtualScheduler(name: "home")
        let other = VirtualScheduler(name: "other")
        var kept: [Observer<Int, Never>] = []
        let owner = other.enter { Disposable {} }
        home.enter { Signal<Int, Never> { kept.append($0) }.observe(within: owner) { _ in } }
        other.runUntilIdle()
        other.enter { owner.dispose() }
        #expect(!kept[0].isDisposed)
        home.runUntilIdle()
        #expect(kept[0].isDisposed)
    }

    @Test("an empty disposable belongs to the scheduler on which it was added to an owner")
    func emptyDisposableBelongsWhereItIsAdded() {
        let home = VirtualScheduler(name: "home")
        let other = VirtualScheduler(name: "other")
        let owner = other.enter { Disposable {} }
        let added = Disposable()
        home.enter { owner.add(added) }
        other.runUntilIdle()
        other.enter { owner.dispose() }
        #expect(!added.isDisposed)
        home.runUntilIdle()
        #expect(added.isDisposed)
    }
}
