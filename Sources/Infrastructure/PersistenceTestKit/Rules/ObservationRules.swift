import Persistence
import Scheduling
import Signals

extension PersistenceConformance.Rule {
    /// The values that an observation has received.
    private final class Seen: Sendable {
        private struct Content {
            var values: [[String]] = []
            var failure: PersistenceError?
            var waiting: [(@Sendable ([[String]], PersistenceError?) -> Bool, Meeting)] = []
        }

        private let content = Guarded(Content())

        var values: [[String]] { content.withLock { $0.values } }

        func add(_ value: [String]?, _ failure: PersistenceError? = nil) {
            let arrived = content.withLock { content in
                if let value { content.values.append(value) }
                if let failure { content.failure = failure }
                return content.waiting.filter { $0.0(content.values, content.failure) }.map(\.1)
            }
            for meeting in arrived { meeting.arrive() }
        }

        /// Waits until a condition holds.
        func until(
            _ holds: @escaping @Sendable ([[String]], PersistenceError?) -> Bool
        ) async {
            let meeting = Meeting()
            let holdsNow = content.withLock { content in
                content.waiting.append((holds, meeting))
                return holds(content.values, content.failure)
            }
            if !holdsNow { await meeting.arrival() }
        }
    }

    private static func observe(
        _ database: Database, _ query: Query<Item>, on scheduler: WorkScheduler
    ) -> Seen {
        let seen = Seen()
        scheduler.schedule { home in
            database.observe(query, in: home).observe { items in
                seen.add(items.map(\.name))
            } failed: { error in
                seen.add(nil, error)
            }
        }
        return seen
    }

    static let observations = [
        Self("an observation gets the current rows, and new ones after commits that change them") {
            harness in
            let database = try await harness.openWithAccount()
            let scheduler = WorkScheduler(name: "observe")
            try await database.write(.account) { try $0.insert(Item(name: "a")) }
            let seen = observe(database, Item.all, on: scheduler)
            await seen.until { values, _ in values.last == ["a"] }
            try await database.write { try $0.insert(Owner(name: "unrelated")) }
            try? await database.write(.account) { session in
                try session.insert(Item(name: "refused"))
                throw CancellationError()
            }
            try await database.write(.account) { _ = try $0.count(Item.all) }
            try await database.write(.account) { try $0.insert(Item(name: "b")) }
            await seen.until { values, _ in values.last == ["a", "b"] }
            try await database.write(.account) { try $0.delete(Item(name: "a")) }
            await seen.until { values, _ in values.last == ["b"] }
            harness.expectEqual(seen.values, [["a"], ["a", "b"], ["b"]], "the list of values")
            scheduler.shutDown()
        },
        Self("an observation sees the rows that a reference deletes") { harness in
            let database = harness.open()
            let scheduler = WorkScheduler(name: "observe")
            try await database.write { session in
                try session.insert(Folder(id: 1, name: ""))
                try session.insert(File(name: "a", folder: 1))
            }
            let seen = Seen()
            scheduler.schedule { home in
                database.observe(File.all, in: home).observe {
                    seen.add($0.map(\.name))
                } failed: {
                    seen.add(nil, $0)
                }
            }
            await seen.until { values, _ in values.last == ["a"] }
            try await database.write { try $0.delete(Folder.all) }
            await seen.until { values, _ in values.last == [] }
            scheduler.shutDown()
        },
        Self("a hundred observations do not block a write, and each gets the last rows") {
            harness in
            let database = try await harness.openWithAccount()
            let scheduler = WorkScheduler(name: "observe")
            let seen = (0..<100).map { _ in observe(database, Item.all, on: scheduler) }
            let commits = 20
            for number in 0..<commits {
                try await database.write(.account, isDurable: false) {
                    try $0.upsert(Item(name: "last", size: Int64(number)))
                    try $0.upsert(Item(name: "\(number)"))
                }
            }
            for seen in seen {
                await seen.until { values, _ in values.last?.count == commits + 1 }
                harness.expect(
                    seen.values.count <= commits + 1, "\(seen.values.count) values were received")
            }
            scheduler.shutDown()
        },
        Self("an observation of a detached database fails, and shows no row of another account") {
            harness in
            let database = try await harness.openWithAccount("anna")
            let scheduler = WorkScheduler(name: "observe")
            try await database.write(.account) { try $0.insert(Item(name: "anna's")) }
            let seen = observe(database, Item.all, on: scheduler)
            await seen.until { values, _ in values.last == ["anna's"] }
            try await database.detach()
            await seen.until { _, failure in failure?.code == .notAttached }
            try await database.attach(harness.place("bert"))
            try await database.write(.account) { try $0.insert(Item(name: "bert's")) }
            harness.expect(
                !seen.values.contains(["bert's"]), "the observation saw another account")
            scheduler.shutDown()
        },
        Self("an observation does not continue with the next account") {
            harness in
            let database = harness.open()
            let scheduler = WorkScheduler(name: "observe")
            for round in 0..<5 {
                let (own, other) = ("own \(round)", "other \(round)")
                try await database.attach(harness.place(own))
                try await database.write(.account) { try $0.insert(Item(name: own)) }
                let seen = observe(database, Item.all, on: scheduler)
                await seen.until { values, _ in values.last == [own] }
                // The barriers hold the reads, so that none comes between the two accounts.
                let isOver = Guarded(false)
                let barriers = (0..<4).map { _ in
                    Task { @Sendable in
                        while !isOver.withLock({ $0 }) { try await database.barrier { _ in } }
                    }
                }
                try await database.detach()
                try await database.attach(harness.place(other))
                isOver.withLock { $0 = true }
                for barrier in barriers { try await barrier.value }
                try await database.write(.account) { try $0.insert(Item(name: other)) }
                await seen.until { values, failure in failure != nil || values.last == [other] }
                harness.expectEqual(seen.values, [[own]], "the list of values")
                try await database.detach()
            }
            scheduler.shutDown()
        },
        Self("an observation of a closed database fails") { harness in
            let database = try await harness.openWithAccount()
            let scheduler = WorkScheduler(name: "observe")
            let seen = observe(database, Item.all, on: scheduler)
            await seen.until { values, _ in values.last == [] }
            await database.close()
            await seen.until { _, failure in failure?.code == .closed }
            scheduler.shutDown()
        },
        Self("an observation of a released database fails") { harness in
            let scheduler = WorkScheduler(name: "observe")
            let seen: Seen
            do {
                // The harness would keep it.
                let database = Database(
                    harness.engine, guest: harness.place("guest"),
                    schemas: PersistenceHarness.schemas, on: harness.scheduler)
                try await database.attach(harness.place("account"))
                seen = observe(database, Item.all, on: scheduler)
                await seen.until { values, _ in values.last == [] }
            }
            await seen.until { _, failure in failure?.code == .closed }
            scheduler.shutDown()
        },
        Self("an observation ends with its scheduler, and reads nothing afterwards") { harness in
            let database = try await harness.openWithAccount()
            let scheduler = WorkScheduler(name: "observe")
            let seen = observe(database, Item.all, on: scheduler)
            await seen.until { values, _ in values.last == [] }
            scheduler.shutDown()
            _ = await scheduler.finished()
            harness.expectEqual(database.observationCount, 0, "the number of observations")
            try await database.write(.account) { try $0.insert(Item(name: "a")) }
            _ = try await database.read { try $0.count(Item.all) }
            harness.expectEqual(seen.values, [[]], "the list of values")
        },
        Self("an observation that has ended reads nothing") { harness in
            let database = try await harness.openWithAccount()
            let scheduler = WorkScheduler(name: "observe")
            let seen = Seen()
            let ended = Meeting()
            scheduler.schedule { home in
                database.observe(Item.all, in: home).take(1).observe {
                    seen.add($0.map(\.name))
                } ended: {
                    _ in
                    ended.arrive()
                }
            }
            await ended.arrival()
            try await database.write(.account) { try $0.insert(Item(name: "a")) }
            _ = try await database.read { try $0.count(Item.all) }
            harness.expectEqual(seen.values, [[]], "the list of values")
            scheduler.shutDown()
        },
    ]
}
