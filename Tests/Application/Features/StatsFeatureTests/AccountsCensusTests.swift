import CommandOptions
import Composition
import PhotoFeed
import PhotoFeedTestKit
import ProgramServices
import Scheduling
import Testing

@testable import StatsFeature

/// The count of several libraries.
@Suite struct AccountsCensusTests {
    /// A module whose libraries have these numbers of photos; one without a number is damaged.
    private struct Libraries: Module {
        let photos: [String: Int]
        /// The number of windows that can be read of each library.
        let readable: [String: Int]

        func load(_ plan: ServicePlan) {
            plan.bind(LibraryReaderKey.self, ScopeNeed()) { [photos, readable] account in
                guard let count = photos[account.name] else {
                    throw FeedError(.libraryDamaged, "the library is damaged")
                }
                let node = LibraryCensusTests.node("2024-05-31T12:00:00")
                let item = FeedItem(node: node, displayPath: "/a.jpg", thumbnail: .pending)
                let library = LibraryStub(items: [FeedItem](repeating: item, count: count))
                library.readableWindows = readable[account.name] ?? .max
                return library
            }
        }
    }

    /// Calls `body` with the count of accounts.
    private func withCount(
        of photos: [String: Int], _ accounts: [String], readable: [String: Int] = [:],
        _ body: (SchedulerBound<AccountsCensus>) async throws -> Void
    ) async throws {
        let business = WorkScheduler(name: "BL")
        let program = try Assembly([Libraries(photos: photos, readable: readable)])
            .compose(on: [.main: MainScheduler.shared, .business: business])
        let scopes = accounts.map { program.open(.account, named: $0) }
        try await body(try AccountsCensus.bound(to: scopes))
        await program.stop()
    }

    @Test func allWindowsOfAllLibrariesAreCountedOnce() async throws {
        let window = AccountsCensus.window
        let photos = ["a": 2 * window + 1, "b": window, "c": 0]
        try await withCount(of: photos, ["a", "b", "c"]) { count in
            var calls = 1
            while try await count.run({ try $0.countNext() }) { calls += 1 }
            #expect(calls == 5)
            #expect(try await count.run { $0.census.total.items } == 3 * window + 1)
            #expect(try await count.run { $0.names } == ["a", "b", "c"])
            #expect(try await count.run { try !$0.countNext() && $0.names.count == 3 })
        }
    }

    @Test func aLibraryThatFailsInTheMiddleIsLeftOutAsAWhole() async throws {
        let window = AccountsCensus.window
        let photos = ["a": 2 * window, "b": 3]
        try await withCount(of: photos, ["a", "b", "c"], readable: ["a": 1]) { count in
            while try await count.run({ try $0.countNext() }) {}
            #expect(try await count.run { $0.census.total.items } == 3)
            #expect(try await count.run { $0.names } == ["b"])
            #expect(try await count.run { $0.failures.map(\.account) } == ["c", "a"])
        }
    }

    @Test func theOnlyLibraryThatFailsIsAnError() async throws {
        try await withCount(of: ["a": 3], ["a"], readable: ["a": 0]) { count in
            await #expect(throws: FeedError.self) {
                while try await count.run({ try $0.countNext() }) {}
            }
        }
    }
}
