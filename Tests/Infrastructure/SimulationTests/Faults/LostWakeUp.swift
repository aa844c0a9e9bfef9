import Scheduling
import Simulation

extension PlantedFault {
    /// The values for a consumer, and whether it will look at them.
    fileprivate final class Inbox: Sendable {
        private let state = Guarded<(count: Int, isAwake: Bool)>((0, false))

        /// Adds a value; returns whether the consumer has to be woken up.
        func add() -> Bool {
            state.withLock { state in
                state.count += 1
                defer { state.isAwake = true }
                return !state.isAwake
            }
        }

        func takeAll() -> Int {
            state.withLock { state in
                defer { state.count = 0 }
                return state.count
            }
        }

        /// Marks the consumer as asleep; returns `false` if values wait and it was to check them.
        func fallAsleep(checking: Bool) -> Bool {
            state.withLock { state in
                if checking, state.count > 0 { return false }
                state.isAwake = false
                return true
            }
        }
    }

    @Schedulable
    fileprivate final class Consumer {
        private(set) var consumed = 0
        private let inbox: Inbox
        private let isFaulty: Bool
        private let scheduler: any Scheduler

        init(_ inbox: Inbox, isFaulty: Bool, on scheduler: any Scheduler) {
            self.inbox = inbox
            self.isFaulty = isFaulty
            self.scheduler = scheduler
        }

        func drain() {
            consumed += inbox.takeAll()
            scheduler.scheduleConfined(after: .zero) { [self] in
                if !inbox.fallAsleep(checking: !isFaulty) { drain() }
            }
        }
    }

    /// The consumer falls asleep without a look at the values that came meanwhile.
    static let lostWakeUp = PlantedFault(description: "lost wake-up") { world, isFaulty in
        let business = world.work()
        let inbox = Inbox()
        let consumer = SchedulerBound(on: business) {
            Consumer(inbox, isFaulty: isFaulty, on: $0.scheduler)
        }
        for producer in [world.main, world.work("I/O")] {
            for _ in 0..<2 {
                producer.schedule { if inbox.add() { consumer.schedule { $0.drain() } } }
            }
        }
        world.atEnd("all values are consumed", of: consumer) { $0.consumed == 4 }
    }
}
