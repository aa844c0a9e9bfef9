import Persistence
import Scheduling

/// A caller whose calls begin one after another.
private actor Caller {
    func runBarrier(of database: Database, _ begun: Meeting) async throws {
        begun.arrive()
        try await database.barrier { _ in }
    }

    func close(_ database: Database, _ begun: Meeting) async {
        begun.arrive()
        await database.close()
    }
}

extension PersistenceConformance.Rule {
    static let roles = [
        Self("a model of a role without a database is refused") { harness in
            let database = harness.open()
            await harness.expectError(.notAttached, "a read") {
                try await database.read { try $0.count(Item.all) }
            }
            await harness.expectError(.notAttached, "a write") {
                try await database.write(.account) { try $0.insert(Item(name: "a")) }
            }
            try await database.attach(harness.place("account"))
            try await database.write(.account) { try $0.insert(Item(name: "a")) }
            await harness.expectError(.alreadyAttached, "a second database") {
                try await database.attach(harness.place("other"))
            }
            try await database.detach()
            try await database.detach()
            await harness.expectError(.notAttached, "a read after the end") {
                try await database.read { try $0.count(Item.all) }
            }
            try await database.attach(harness.place("account"))
            let count = try await database.read { try $0.count(Item.all) }
            harness.expectEqual(count, 1, "the count after the second sign-in")
        },
        Self("guest, account, guest: no read sees the rows of the former account") { harness in
            let database = harness.open(readers: .threads(3))
            try await database.write { try $0.insert(Owner(name: "guest")) }
            // The account that is attached, or about to be; `nil` from the end of `detach` on.
            let current = Guarded<String?>(nil)
            let isOver = Guarded(false)
            let readers = (0..<4).map { _ in
                Task { @Sendable in
                    while !isOver.withLock({ $0 }) {
                        let before = current.withLock { $0 }
                        let found: [String]
                        do {
                            found = try await database.read { session in
                                harness.expectEqual(
                                    try session.count(Owner.all), 1, "the guest's rows")
                                return try session.all(Item.all).map(\.name)
                            }
                        } catch let error as PersistenceError where error.code == .notAttached {
                            continue
                        }
                        // During the read, one account may have followed another.
                        let after = current.withLock { $0 }
                        if before == after {
                            harness.expect(
                                found.allSatisfy { $0 == before },
                                "\(found) was read of \(before ?? "absent")")
                        }
                    }
                }
            }
            for round in 0..<12 {
                let account = "account \(round % 3)"
                current.withLock { $0 = account }
                try await database.attach(harness.place(account))
                try await database.write(.account) { try $0.upsert(Item(name: account)) }
                let names = try await database.read { try $0.all(Item.all).map(\.name) }
                harness.expectEqual(names, [account], "the list of names")
                try await database.detach()
                current.withLock { $0 = nil }
                await harness.expectError(.notAttached, "a read after the sign-out") {
                    try await database.read { try $0.all(Item.all) }
                }
            }
            isOver.withLock { $0 = true }
            for reader in readers { try await reader.value }
        },
        Self("a database that cannot be attached changes nothing") { harness in
            let database = harness.open()
            let other = DatabaseSchema(
                program: PersistenceHarness.program, models: [],
                migrations: [Migration("other", [.create(Owner.table)])])
            var schemas = PersistenceHarness.schemas
            schemas[.account] = other
            let later = harness.open(guest: "second", schemas: schemas)
            try await later.attach(harness.place("account"))
            await later.close()
            await harness.expectError(.migrationChanged, "the attachment") {
                try await database.attach(harness.place("account"))
            }
            try await database.write { try $0.insert(Owner(name: "anna")) }
            try await database.attach(harness.place("account 2"))
            let count = try await database.read { try $0.count(Item.all) }
            harness.expectEqual(count, 0, "the count in another one")
        },
        Self("a cancelled task ends its account and its databases all the same") { harness in
            let database = try await harness.openWithAccount()
            let started = Meeting()
            let task = Task {
                await started.arrival()
                try await database.detach()
            }
            task.cancel()
            started.arrive()
            try await task.value
            await harness.expectError(.notAttached, "a read after the sign-out") {
                try await database.read { try $0.count(Item.all) }
            }
            let closing = Task {
                await started.arrival()
                await database.close()
            }
            closing.cancel()
            await closing.value
            await harness.expectError(.closed, "a write after the end") {
                try await database.write { _ in }
            }
        },
        Self("the end of the databases waits for the reads for which a barrier waits") { harness in
            let (database, caller) = (harness.open(), Caller())
            let (started, mayEnd) = (Meeting(), Meeting())
            let ends = Guarded([String]())
            let read = Task { @Sendable in
                try await database.read { _ in
                    started.arrive()
                    harness.expect(mayEnd.wait(), "the read was not released")
                    ends.withLock { $0.append("read") }
                }
            }
            await started.arrival()
            let barrierBegun = Meeting()
            let barrier = Task { try await caller.runBarrier(of: database, barrierBegun) }
            await barrierBegun.arrival()
            let closings = [Meeting(), Meeting()].map { begun in
                let closing = Task { @Sendable in
                    await caller.close(database, begun)
                    ends.withLock { $0.append("close") }
                }
                return (begun, closing)
            }
            for (begun, _) in closings { await begun.arrival() }
            // The time of these writes suffices for an end that does not wait for the read.
            for _ in 0..<100 { _ = try? await database.write { _ in } }
            mayEnd.arrive()
            try await read.value
            try await barrier.value
            for (_, closing) in closings { await closing.value }
            harness.expectEqual(ends.withLock { $0 }, ["read", "close", "close"], "the order")
        },
        Self("a closed database refuses every call") { harness in
            let database = harness.open()
            try await database.write { try $0.insert(Owner(name: "anna")) }
            await database.close()
            await harness.expectError(.closed, "a read") { try await database.read { _ in } }
            await harness.expectError(.closed, "a barrier") { try await database.barrier { _ in } }
            await harness.expectError(.closed, "a write") { try await database.write { _ in } }
            let again = harness.open()
            let count = try await again.read { try $0.count(Owner.all) }
            harness.expectEqual(count, 1, "the count")
        },
    ]

    static let merging = [
        Self("a query over several databases returns each row once, in one order") { harness in
            // The pages take many rows of one database, and few or none of the others.
            let counts = [("own", 20), ("anna", 50), ("bert", 0), ("cara", 7)]
            let names = counts.map(\.0)
            var expected: [String] = []
            for (name, count) in counts {
                let database = try await harness.openWithAccount(name)
                let items = (0..<Int64(count)).map { Item(name: "\(name) \($0)", size: $0 / 3) }
                try await database.write(.account) { try $0.insert(contentsOf: items) }
                await database.close()
                expected += items.map { "\(99 - $0.size)|\(harness.place(name))|\($0.name)" }
            }
            expected.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            let database = try await harness.openWithAccount("own")
            // A place that is named twice is read once.
            try await database.attach(
                readOnly: (names + names.suffix(2)).map(harness.place))
            let query = Item.all.order(by: \.size, .descending).limit(9)
            var found: [String] = []
            var position: PagePosition?
            repeat {
                let merged = try await database.read { [position] in
                    try $0.mergedPage(query, after: position)
                }
                harness.expect(merged.failures.isEmpty, "\(merged.failures)")
                found += merged.page.rows.map { row in
                    "\(99 - row.value.size)|\(row.place)|\(row.value.name)"
                }
                position = merged.page.next
            } while position != nil
            harness.expectEqual(found, expected, "the list of all pages")
            try await database.detach()
            let rest = try await database.read { try $0.mergedPage(Item.all.limit(100)) }
            let places = Set(rest.page.rows.map(\.place))
            harness.expectEqual(
                places, Set(["anna", "cara"].map(harness.place)), "the list after the sign-out")
        },
        Self("a merged query omits and names a database that cannot be read") { harness in
            let other = try await harness.openWithAccount("anna")
            try await other.write(.account) { try $0.insert(Item(name: "a")) }
            await other.close()
            let database = harness.open()
            let places = ["anna", "absent"].map(harness.place)
            try await database.attach(readOnly: places)
            let merged = try await database.read { try $0.mergedPage(Item.all.limit(5)) }
            harness.expectEqual(merged.page.rows.map(\.value.name), ["a"], "the list of names")
            harness.expectEqual(Array(merged.failures.keys), [places[1]], "the list of failures")
            await harness.expectError(.notAttached, "a query of the account alone") {
                try await database.read { try $0.all(Item.all) }
            }
        },
        Self("at most eight further databases are attached") { harness in
            let database = harness.open()
            let places = (0..<9).map { harness.place("\($0)") }
            await harness.expectError(.tooMany, "the ninth") {
                try await database.attach(readOnly: places)
            }
            try await database.attach(readOnly: Array(places.dropLast()))
        },
    ]
}
