import Scheduling
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

    @Test("a token that is released elsewhere ends its subscription on its own scheduler")
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
        home.settle()
        #expect(subject.observerCount == 0)
        withExtendedLifetime(token) {}
    }
}
