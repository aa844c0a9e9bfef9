import Scheduling
import SchedulingTestKit
import Simulation
import Testing

/// Mailboxes against a list, with senders, capacities and ends that the seed chooses.
@Suite struct MailboxModelTests {
    /// The events of a mailbox: what was sent, what arrived, and when it was closed.
    fileprivate final class Journal: Sendable {
        struct State {
            /// The values that were accepted, in their order.
            var accepted: [Int] = []
            var received: [Int] = []
            var isClosed = false
            /// Whether the shutdown of the receiver has begun.
            var isEnding = false
            var faults: [String] = []
        }

        private let state = Guarded(State())

        var now: State { state.withLock { $0 } }

        func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

        /// Checks the result of a send against the list.
        func sent(_ value: Int, _ result: Mailbox<Item>.SendResult, capacity: Int?) {
            change { state in
                let waiting = state.accepted.count - state.received.count
                let isFull = capacity.map { waiting >= $0 } ?? false
                switch result {
                case .accepted:
                    if state.isClosed { state.faults.append("\(value) was accepted after the end") }
                    if isFull { state.faults.append("\(value) was accepted by a full mailbox") }
                    state.accepted.append(value)
                case .full:
                    if !isFull { state.faults.append("\(value) was refused, but there was space") }
                case .closed:
                    if !state.isClosed, !state.isEnding {
                        state.faults.append("\(value) was refused too early")
                    }
                }
            }
        }

        /// Checks a value that arrives against the list.
        func receive(_ value: Int) {
            change { state in
                let index = state.received.count
                if state.isClosed { state.faults.append("\(value) arrived after the end") }
                if index >= state.accepted.count || state.accepted[index] != value {
                    state.faults.append("\(value) arrived in another order")
                }
                state.received.append(value)
            }
        }

        /// Checks work that was posted when `count` values had been accepted.
        func ran(after count: Int) {
            change { state in
                if !state.isClosed, state.received.count < count {
                    state.faults.append("work overtook a value of its sender")
                }
            }
        }
    }

    /// The program: `isFaulty` lets a second scheduler carry every other value.
    private func simulation(isFaulty: Bool = false) -> Simulation {
        Simulation { world in
            let capacity: Int? = [nil, 1, 2, 4][world.choose(4)]
            let receiver = world.work("receiver")
            let journal = Journal()
            let census = Census()
            let mailbox = Mailbox<Item>(to: receiver, capacity: capacity) {
                [guest = Item(0, census)] item in
                journal.receive(item.number &+ guest.number)
            }
            let detour = world.work("detour")
            for number in 0...world.choose(3) {
                let sender = world.work("sender")
                for step in 0..<world.choose(6) {
                    let (value, kind) = (10 * number + step, world.choose(3))
                    sender.schedule {
                        if isFaulty, step % 2 == 1 {
                            journal.change { $0.accepted.append(value) }
                            detour.schedule { mailbox.send(Item(value, census)) }
                            return
                        }
                        let result = mailbox.send(Item(value, census))
                        journal.sent(value, result, capacity: capacity)
                        if let capacity, mailbox.count > capacity {
                            journal.change { $0.faults.append("the mailbox has grown") }
                        }
                        guard kind == 0 else { return }
                        let count = journal.now.accepted.count
                        receiver.schedule { journal.ran(after: count) }
                    }
                }
            }
            let end = { @Sendable in
                journal.change { $0.isClosed = true }
                mailbox.close()
            }
            let closer = world.work("closer")
            switch world.choose(5) {
            case 1: closer.schedule { end() }
            case 2: receiver.schedule { end() }
            case 3:
                let mode = [ShutdownMode.orderly, .finishRunning][world.choose(2)]
                closer.schedule {
                    journal.change { $0.isEnding = true }
                    world.shutDown(receiver, mode)
                }
            default: break
            }
            world.always("the mailbox is the list") { _ in journal.now.faults.isEmpty }
            // The law keeps the mailbox, whose release would close it.
            world.atEnd("all accepted values have arrived") { _ in
                mailbox.count == 0
                    && (journal.now.isClosed || journal.now.isEnding
                        || journal.now.received == journal.now.accepted)
            }
            world.atEnd("no value survives") { _ in
                // The closure of an open mailbox has a capture.
                withExtendedLifetime(mailbox) {
                    census.count == (journal.now.isClosed || journal.now.isEnding ? 0 : 1)
                }
            }
        }
    }

    @Test func aMailboxBehavesAsAList() {
        let exploration = simulation().explore(seeds: 0..<2_000)
        #expect(exploration.finding == nil, "\(exploration.finding as Any)")
        #expect(exploration.distinctCount > 1_000)
    }

    @Test func aDetourIsFoundAndReduced() throws {
        let exploration = simulation(isFaulty: true).explore(seeds: 0..<500)
        let finding = try #require(exploration.finding)
        #expect(finding.isRepeatable)
        #expect(finding.shortest.stepCount <= finding.length)
    }
}
