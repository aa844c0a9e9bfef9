import Persistence
import Scheduling

extension PersistenceConformance.Rule {
    static let concurrency = [
        Self("a read sees one state, despite concurrent writes") { harness in
            let database = try await harness.openWithAccount()
            try await database.write(.account) { try $0.insert(Item(name: "a")) }
            let (started, written) = (Meeting(), Meeting())
            let counts = Task {
                try await database.read { session in
                    let before = try session.count(Item.all)
                    started.arrive()
                    harness.expect(written.wait(), "the write waited for the read")
                    return [before, try session.count(Item.all)]
                }
            }
            await started.arrival()
            try await database.write(.account) { try $0.insert(Item(name: "b")) }
            written.arrive()
            harness.expectEqual(try await counts.value, [1, 1], "the counts of the read")
            let count = try await database.read { try $0.count(Item.all) }
            harness.expectEqual(count, 2, "the count of a later read")
        },
        Self("a read does not wait for a write, and does not see it before its commit") { harness in
            let database = try await harness.openWithAccount()
            let (written, read) = (Meeting(), Meeting())
            let write = Task {
                try await database.write(.account) { session in
                    try session.insert(Item(name: "a"))
                    written.arrive()
                    harness.expect(read.wait(), "the read waited for the write")
                }
            }
            await written.arrival()
            let count = try await database.read { try $0.count(Item.all) }
            read.arrive()
            harness.expectEqual(count, 0, "the count during the write")
            try await write.value
        },
        Self("a commit is seen by the databases of the same places") { harness in
            let databases = [harness.open(), harness.open()]
            for round in 0..<10 {
                let name = "\(round)"
                try await databases[round % 2].write { try $0.insert(Owner(name: name)) }
                let count = try await databases[1 - round % 2].read { try $0.count(Owner.all) }
                harness.expectEqual(count, round + 1, "the count in the other one")
            }
        },
        Self("reads of several connections run at once") { harness in
            let database = harness.open(readers: .threads(2))
            let (first, second) = (Meeting(), Meeting())
            async let one = database.read { _ in
                first.arrive()
                return second.wait()
            }
            async let other = database.read { _ in
                second.arrive()
                return first.wait()
            }
            let met = try await (one, other)
            harness.expect(met == (true, true), "the reads did not run at once")
        },
        Self("a barrier runs when no read is under way, and holds new ones") { harness in
            let database = harness.open(readers: .threads(3))
            let reading = Guarded(0)
            let isOver = Guarded(false)
            let readers = (0..<4).map { _ in
                Task { @Sendable in
                    while !isOver.withLock({ $0 }) {
                        try await database.read { session in
                            reading.withLock { $0 += 1 }
                            _ = try session.count(Owner.all)
                            reading.withLock { $0 -= 1 }
                        }
                    }
                }
            }
            for round in 0..<10 {
                let count = try await database.barrier { writer in
                    harness.expectEqual(reading.withLock { $0 }, 0, "the number of reads")
                    try writer.write { try $0.insert(Owner(name: "\(round)")) }
                    return try writer.read { try $0.count(Owner.all) }
                }
                harness.expectEqual(count, round + 1, "the count within the barrier")
            }
            isOver.withLock { $0 = true }
            for reader in readers { try await reader.value }
        },
        Self("four readers and a writer agree with a model") { harness in
            let database = harness.open(readers: .threads(4))
            try await database.attach(harness.place("model"))
            let isOver = Guarded(false)
            let readers = (0..<4).map { _ in
                Task { @Sendable in
                    var last: Int64 = -1
                    while !isOver.withLock({ $0 }) {
                        let (round, items) = try await database.read { session in
                            (
                                try session.find(Item.self, "round")?.size ?? 0,
                                try session.all(Item.where { $0.name != "round" })
                            )
                        }
                        harness.expect(round >= last, "a later read saw an earlier state")
                        last = round
                        // Each commit keeps the sum of the sizes equal to its round.
                        let sum = items.reduce(0) { $0 + $1.size }
                        harness.expectEqual(sum, round, "the sum of the sizes")
                    }
                }
            }
            do {
                try await write(in: database, harness)
            } catch {
                harness.expect(false, "the writer failed with \(error)")
            }
            isOver.withLock { $0 = true }
            for reader in readers { try await reader.value }
        },
    ]

    private struct Refusal: Error {}

    /// Writes random rows beside a dictionary, and compares them after each commit.
    private static func write(in database: Database, _ harness: PersistenceHarness) async throws {
        var model: [String: Item] = [:]
        for round in 1...harness.rounds {
            let isRefused = Int.random(in: 0..<8) == 0
            let present = model
            do {
                let next = try await database.write(.account, isDurable: false) { session in
                    var next = present
                    for _ in 0..<Int.random(in: 1...6) { try change(&next, session) }
                    // The last row makes the sum of the sizes the number of the round.
                    let sum =
                        next.values.reduce(0) { $0 + $1.size }
                        - (next["rest"]?.size ?? 0)
                    let rest = Item(name: "rest", size: Int64(round) - sum)
                    next["rest"] = rest
                    try session.upsert(rest)
                    try session.upsert(Item(name: "round", size: Int64(round)))
                    if isRefused { throw Refusal() }
                    return next
                }
                model = next
            } catch is Refusal {}
            let found = try await database.read {
                try $0.all(Item.where { $0.name != "round" })
            }
            let expected = model.values.sorted {
                $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
            }
            harness.expectEqual(found, expected, "the rows of round \(round)")
        }
    }

    /// Makes the same random change in a database and in a dictionary.
    private static func change(
        _ model: inout [String: Item], _ session: WriteSession
    ) throws {
        let name = "\(Int.random(in: 0..<20))"
        let size = Int64.random(in: -5...5)
        switch Int.random(in: 0..<5) {
        case 0, 1:
            let item = Item(name: name, size: size, note: Bool.random() ? name : nil)
            try session.upsert(item)
            model[name] = item
        case 2:
            let count = try session.delete(Item(name: name))
            if (model.removeValue(forKey: name) != nil) != (count == 1) { throw Refusal() }
        case 3:
            try session.update(Item.where { $0.size == size && $0.name != "round" }) {
                [$0.weight.set(1.5)]
            }
            model = model.mapValues { item in
                var item = item
                if item.size == size { item.weight = 1.5 }
                return item
            }
        default:
            try? session.transaction { inner in
                try inner.delete(Item.where { $0.name != "round" })
                throw Refusal()
            }
        }
    }
}
