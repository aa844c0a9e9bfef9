import Foundation
import Testing

@testable import CurlGateway

/// The properties that the I/O thread relies on, for every poller of the system.
@Suite struct PollerTests {
    private static var all: [any SocketPoller.Type] {
        #if os(Linux)
            [EpollPoller.self, PollPoller.self]
        #else
            [PollPoller.self]
        #endif
    }

    @Test(arguments: all.indices) func aSocketIsReportedWithWhatIsWanted(_ kind: Int) {
        let stage = Stage(Self.all[kind])
        stage.poller.watch(stage.near, for: [.readable, .writable])
        #expect(stage.ready() == [ReadySocket(socket: stage.near, events: .writable)])
        stage.send()
        stage.poller.watch(stage.near, for: .readable)
        #expect(stage.ready() == [ReadySocket(socket: stage.near, events: .readable)])
    }

    @Test(arguments: all.indices) func whatNobodyWantsIsNotReported(_ kind: Int) {
        let stage = Stage(Self.all[kind])
        stage.poller.watch(stage.near, for: .readable)
        stage.poller.watch(stage.near, for: [])
        stage.send()
        #expect(stage.ready() == [])
        // A connection that was quiet between two requests is heard again, what came meanwhile
        // included.
        stage.poller.watch(stage.near, for: .readable)
        #expect(stage.ready() == [ReadySocket(socket: stage.near, events: .readable)])
    }

    @Test(arguments: all.indices) func theEndOfAConnectionIsReported(_ kind: Int) {
        let stage = Stage(Self.all[kind])
        stage.poller.watch(stage.near, for: .readable)
        close(stage.far)
        #expect(stage.ready() == [ReadySocket(socket: stage.near, events: .readable)])
    }

    @Test(arguments: all.indices) func aNumberThatIsUsedAgainIsAnotherSocket(_ kind: Int) {
        let first = Stage(Self.all[kind])
        first.poller.watch(first.near, for: .readable)
        first.poller.watch(first.near, for: [])
        first.poller.closing(first.near)
        // Another socket in place of the first, in one step: other threads open some, too.
        let (other, far) = Stage.pair()
        let near = first.near
        dup2(other, near)
        close(other)
        close(first.far)
        first.poller.opened(near)
        first.poller.watch(near, for: .readable)
        Stage.send(on: far)
        #expect(first.ready() == [ReadySocket(socket: near, events: .readable)])
        close(near)
        close(far)
    }

    @Test(arguments: all.indices) func aNotificationBeforeOrDuringTheWaitWakesIt(_ kind: Int) {
        let stage = Stage(Self.all[kind])
        for _ in 0..<3 {
            stage.notifier.notify()
            var ready: [ReadySocket] = []
            stage.poller.wait(milliseconds: -1, into: &ready)
            #expect(ready == [])
        }
        let notifier = stage.notifier
        Thread.detachNewThread { notifier.notify() }
        var ready: [ReadySocket] = []
        stage.poller.wait(milliseconds: -1, into: &ready)
        #expect(ready == [])
    }

    @Test(arguments: all.indices) func aWaitEndsWhenItsTimeIsOver(_ kind: Int) {
        let stage = Stage(Self.all[kind])
        stage.poller.watch(stage.near, for: .readable)
        var ready: [ReadySocket] = []
        stage.poller.wait(milliseconds: 1, into: &ready)
        #expect(ready == [])
    }

    /// A poller, and two sockets that are connected with each other.
    private struct Stage {
        let notifier = EventNotifier()
        let poller: any SocketPoller
        let near: Int32
        let far: Int32

        init(_ kind: any SocketPoller.Type) {
            poller = kind.init(notifier: notifier)
            (near, far) = Self.pair()
            poller.opened(near)
        }

        static func pair() -> (Int32, Int32) {
            var ends: [Int32] = [-1, -1]
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
            return (ends[0], ends[1])
        }

        static func send(on socket: Int32) { _ = write(socket, "x", 1) }

        func send() { Self.send(on: far) }

        func ready() -> [ReadySocket] {
            var ready: [ReadySocket] = []
            poller.wait(milliseconds: 0, into: &ready)
            return ready
        }
    }
}
