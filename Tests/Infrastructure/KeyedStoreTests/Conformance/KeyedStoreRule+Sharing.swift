import Dispatch
import KeyedStore
import Scheduling

extension KeyedStoreRule {
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
    ]
}
