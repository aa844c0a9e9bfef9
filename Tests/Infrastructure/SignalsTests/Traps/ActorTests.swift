import Scheduling
import SchedulingTestKit
import Signals
import Testing

/// Signals that belong to an actor which is pinned to no scheduler.
@Suite struct ActorTests {
    /// An actor with a subject and the token of a subscription.
    private actor Chat {
        private let subject = Subject<Int, Never>()
        private var token: Disposable?
        private let owner = Disposable()
        private(set) var heard: [Int] = []

        func open() {
            token = subject.signal.observe { self.heard.append($0) }
            subject.signal.map { $0 + 1 }.observe(within: owner) { _ in }
        }

        func send(_ value: Int) { subject.send(value) }

        func close() -> Int {
            token?.dispose()
            owner.dispose()
            return subject.observerCount
        }
    }

    @Test(arguments: [false, true])
    func anActorKeepsASubjectAndItsToken(prefersAScheduler: Bool) async {
        let business = WorkScheduler(name: "BL")
        let preference = prefersAScheduler ? business : nil
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    let chat = Chat()
                    await Task(executorPreference: preference) { await chat.open() }.value
                    await Task.detached { await chat.send(1) }.value
                    return await Task.detached { await chat.close() }.value
                        + (await chat.heard == [1] ? 0 : 1)
                }
            }
            for await left in group { #expect(left == 0) }
        }
        business.shutDown()
    }

    @globalActor private actor Rooms { static let shared = Rooms() }

    @Rooms private final class Room {
        private let lifetime = Disposable()

        init(_ numbers: Subject<Int, Never>, _ ended: @escaping () -> Void) {
            numbers.signal.on(disposed: {
                Rooms.preconditionIsolated()
                ended()
            }).observe(within: lifetime) { _ in }
        }
    }

    @Rooms private static func makeRoom(_ numbers: Subject<Int, Never>) async {
        await withCheckedContinuation { continuation in
            let room = Room(numbers) { continuation.resume() }
            // The last reference is released on another thread.
            Task.detached { withExtendedLifetime(room) {} }
        }
    }

    @Rooms @Test func anObjectOfAnActorThatDiesElsewhereEndsOnTheActor() async {
        let numbers = Subject<Int, Never>()
        await Self.makeRoom(numbers)
        #expect(numbers.observerCount == 0)
    }
}
