import Persistence
import Scheduling

extension PersistenceConformance.Rule {
    private struct Refusal: Error {}

    static let transactions = [
        Self("an error rolls a transaction back, and reaches the caller") { harness in
            let database = try await harness.openWithAccount()
            try await database.write(.account) { try $0.insert(Item(name: "a")) }
            do {
                try await database.write(.account) { session in
                    try session.insert(Item(name: "b"))
                    try session.delete(Item.all)
                    harness.expectEqual(try session.count(Item.all), 0, "the count within")
                    throw Refusal()
                }
                harness.expect(false, "the write succeeded")
            } catch is Refusal {}
            let found = try await database.read { try $0.all(Item.all) }
            harness.expectEqual(found, [Item(name: "a")], "the list of rows")
        },
        Self("a nested transaction is rolled back alone") { harness in
            let database = try await harness.openWithAccount()
            let names = try await database.write(.account) { session in
                try session.insert(Item(name: "a"))
                try? session.transaction { inner in
                    try inner.insert(Item(name: "b"))
                    try inner.transaction { try $0.insert(Item(name: "c")) }
                    throw Refusal()
                }
                try session.transaction { inner in
                    try inner.insert(Item(name: "d"))
                    try? inner.transaction {
                        try $0.delete(Item.all)
                        throw Refusal()
                    }
                }
                return try session.all(Item.all).map(\.name)
            }
            harness.expectEqual(names, ["a", "d"], "the list of names within")
            let found = try await database.read { try $0.all(Item.all).map(\.name) }
            harness.expectEqual(found, ["a", "d"], "the list of names")
        },
        Self("a write within a write is a part of it") { harness in
            let database = try await harness.openWithAccount()
            try await database.writer.run { writer in
                try writer.write(.account) { session in
                    try session.insert(Item(name: "a"))
                    try? writer.write(.account) {
                        try $0.insert(Item(name: "b"))
                        throw Refusal()
                    }
                    let count = try writer.read { try $0.count(Item.all) }
                    harness.expectEqual(count, 1, "the count that the writer reads")
                }
                harness.expectEqual(
                    try writer.read { try $0.count(Item.all) }, 1, "the count after it")
            }
        },
        Self("one transaction writes one database, and reads all") { harness in
            let database = try await harness.openWithAccount()
            try await database.write { try $0.insert(Owner(name: "anna")) }
            try await database.write(.account) { session in
                harness.expectEqual(try session.count(Owner.all), 1, "the count in the other one")
                harness.expectError(.twoDatabases, within: "the write of a second database") {
                    try session.insert(Owner(name: "bert"))
                }
                try session.insert(Item(name: "a"))
            }
            await harness.expectError(.twoDatabases, "a write within a write of another role") {
                try await database.writer.run { writer in
                    try writer.write(.account) { _ in
                        try writer.write(.guest) { try $0.insert(Owner(name: "bert")) }
                    }
                }
            }
            let counts = try await database.read { session in
                [try session.count(Owner.all), try session.count(Item.all)]
            }
            harness.expectEqual(counts, [1, 1], "the list of counts")
        },
        Self("a cancellation before the commit rolls a transaction back") { harness in
            let database = try await harness.openWithAccount()
            let (started, cancelled) = (Meeting(), Meeting())
            let task = Task {
                try await database.write(.account) { session in
                    try session.insert(Item(name: "a"))
                    started.arrive()
                    cancelled.wait()
                }
            }
            await started.arrival()
            task.cancel()
            cancelled.arrive()
            let result = await task.result
            do {
                try result.get()
                harness.expect(false, "the write succeeded")
            } catch {
                harness.expect(error is CancellationError, "the write failed with \(error)")
            }
            let count = try await database.read { try $0.count(Item.all) }
            harness.expectEqual(count, 0, "the count")
        },
        Self("a commit that is not durable is seen at once") { harness in
            let database = try await harness.openWithAccount()
            try await database.write(.account, isDurable: false) {
                try $0.insert(Item(name: "a"))
            }
            let count = try await database.read { try $0.count(Item.all) }
            harness.expectEqual(count, 1, "the count")
        },
    ]
}
