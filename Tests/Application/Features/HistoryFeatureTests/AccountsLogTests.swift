import CommandOptions
import Composition
import PhotoFeed
import PhotoFeedTestKit
import ProgramServices
import Scheduling
import Testing

@testable import HistoryFeature

/// The changes of several libraries in one order.
@Suite struct AccountsLogTests {
    /// A module whose libraries have a journal with entries at these times, by account.
    private struct Libraries: Module {
        let times: [String: [Int64]]

        func load(_ plan: ServicePlan) {
            plan.bind(LibraryReaderKey.self, ScopeNeed()) { [times] account in
                guard let times = times[account.name] else {
                    throw FeedError(.libraryDamaged, "the library is damaged")
                }
                let library = LibraryStub()
                library.entries = times.map {
                    AccountsLogTests.entry("\(account.name)\($0)", at: $0)
                }
                library.journalStart = times.first.map { FeedTime(secondsSinceEpoch: $0) }
                return library
            }
        }
    }

    private static func entry(_ id: String, at seconds: Int64) -> JournalEntry {
        let time = FeedTime(secondsSinceEpoch: seconds)
        let node = MediaNode(
            id: NodeID(rawValue: id), name: id, pathKey: "/" + id, revision: "1", size: 1,
            clientModified: time, serverModified: time)
        return JournalEntry(time: time, id: node.id, former: nil, present: node)
    }

    /// Calls `body` with the log of accounts.
    private func withLog(
        of times: [String: [Int64]], _ accounts: [String], since: Int64? = nil,
        _ body: (SchedulerBound<AccountsLog>) async throws -> Void
    ) async throws {
        let business = WorkScheduler(name: "BL")
        let program = try Assembly([Libraries(times: times)])
            .compose(on: [.main: MainScheduler.shared, .business: business])
        let scopes = accounts.map { program.open(.account, named: $0) }
        try await body(
            try AccountsLog.bound(
                to: scopes, since: since.map { FeedTime(secondsSinceEpoch: $0) }))
        await program.stop()
    }

    @Test func theChangesOfAllAccountsAreInTheOrderOfTheirTimes() async throws {
        let times: [String: [Int64]] = ["a": [1, 4, 4, 9], "b": [2, 4, 10]]
        try await withLog(of: times, ["a", "b"]) { log in
            let names = try await log.run { try $0.next().map(\.entry.id.rawValue) }
            #expect(names == ["a1", "b2", "a4", "a4", "b4", "a9", "b10"])
            #expect(try await log.run { try $0.next().isEmpty })
            #expect(try await log.run { $0.failures.isEmpty })
        }
    }

    @Test func earlierChangesAreLeftOut() async throws {
        try await withLog(of: ["a": [1, 4], "b": [2, 5]], ["a", "b"], since: 4) { log in
            let names = try await log.run { try $0.next().map(\.entry.id.rawValue) }
            #expect(names == ["a4", "b5"])
            let starts = try await log.run { $0.starts.map(\.start?.secondsSinceEpoch) }
            #expect(starts == [1, 2])
        }
    }

    @Test func aLongJournalIsReadInParts() async throws {
        try await withLog(of: ["a": Array(0..<1_201)], ["a"]) { log in
            var counts: [Int] = []
            while case let count = try await log.run({ try $0.next().count }), count > 0 {
                counts.append(count)
            }
            #expect(counts == [500, 500, 201])
        }
    }

    @Test func aLibraryThatCannotBeReadIsNamed() async throws {
        try await withLog(of: ["a": [1]], ["a", "b"]) { log in
            let count = try await log.run { try $0.next().count }
            #expect(count == 1)
            let failed = try await log.run { $0.failures.map(\.account) }
            #expect(failed == ["b"])
        }
        try await withLog(of: [:], ["b"]) { log in
            await #expect(throws: BoundError.self) { try await log.run { _ = try $0.next() } }
        }
    }
}
