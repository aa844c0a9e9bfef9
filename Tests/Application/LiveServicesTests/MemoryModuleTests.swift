import Composition
import Events
import Foundation
import LiveServices
import PhotoFeed
import PhotoLibrary
import ProgramServices
import Scheduling
import Testing

/// The libraries while memory runs short.
@Suite struct MemoryModuleTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "memory-\(UUID().uuidString)")

    /// Opens a library, calls `body`, and returns the size of the cache that is left.
    private func cache(after body: (Scope) async throws -> Void) async throws -> Int {
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = try Assembly([
            EventsModule(), MemoryModule(), AccountsModule(in: "/nonexistent/accounts"),
            GatewayModule(), LibraryModule(),
        ]).compose(on: [.main: MainScheduler.shared, .business: WorkScheduler(name: "BL")])
        try await program.start()
        let settings = AccountSettings(library: folder, server: nil)
        let account = try program.here(OpenAccountsKey.self).open("ada", settings)
        let writer = account.handle(LibraryWriterKey.self)
        _ = try await writer.run { try $0.statistics(withMediaInfo: false) }
        try await body(program)
        let rest = try await writer.run { ($0 as? SQLiteFeedReader)?.releaseMemory() }
        await program.stop()
        return try #require(rest)
    }

    @Test func aLibraryReleasesItsCacheWhileMemoryRunsShort() async throws {
        let kept = try await cache { _ in }
        #expect(kept > 0)
        let rest = try await cache { program in
            let events = try program.here(EventHubKey.self)
            events.post(MemoryPressureChanged(level: .moderate))
        }
        #expect(rest == 0)
    }
}
