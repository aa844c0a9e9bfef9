import Dispatch
import KeyedStore
import Scheduling
import SchedulingTestKit
import Signals

extension KeyedStoreConformance.Rule {
    static let sharing = [
        Self("a store never overwrites the change of another one") { harness in
            let (first, second) = (try harness.store(), try harness.store())
            try first.update { $0[name] = "anna" }
            try second.update { $0[count] = 1 }
            harness.expectEqual(try second[name], "anna", "the first change in the second store")
            harness.expectEqual(try first[count], 0, "the second change in the first store")
            try first.reload()
            harness.expectEqual(try first[count], 1, "the second change after a reload")
        },
        Self("increments of two stores at once are all counted") { harness in
            let stores = [try harness.store(), try harness.store()]
            let failures = Guarded([String]())
            let rounds = 10
            DispatchQueue.concurrentPerform(iterations: 4) { index in
                do {
                    for _ in 0..<rounds { try stores[index % 2].update { $0[count] += 1 } }
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
            harness.expectEqual(failures.withLock { $0 }, [], "the list of errors")
            harness.expectEqual(try harness.store()[count], 4 * rounds, "the number")
        },
        Self("a property gets one value for each change") { harness in
            let scheduler = VirtualScheduler()
            let (store, other) = (try harness.store(), try harness.store())
            try store.update { $0[count] = 1 }
            let seen = Recorder<Int>()
            let property = try scheduler.enter { try store.property(of: count, in: scheduler.home) }
            scheduler.enter { _ = property.signal.observe { seen.add($0) } }
            for value in [2, 2, 3] { try store.update { $0[count] = value } }
            try store.update { $0[name] = "anna" }
            try other.update { $0[count] = 4 }
            try store.reload()
            harness.expectEqual(seen.values, [1], "the values before the scheduler's turn")
            scheduler.runUntilIdle()
            harness.expectEqual(seen.values, [1, 2, 3, 4], "the values")
            harness.expectEqual(scheduler.enter { property.value }, 4, "the property")
        },
    ]
}
