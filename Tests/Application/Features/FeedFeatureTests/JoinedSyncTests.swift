import CommandLineProgram
import Composition
import DropboxFeed
import Foundation
import HTTPGateway
import LiveServices
import PhotoFeed
import Routes
import Routing
import Scheduling
import ServiceKeys
import Signals
import Testing

@testable import FeedFeature

/// Calls of `SyncLibrary` for one account.
@MainActor @Suite struct JoinedSyncTests {
    /// The options of the runs so far.
    private final class Runs: Sendable {
        private let list = Guarded<[SyncOptions]>([])

        var options: [SyncOptions] { list.withLock { $0 } }

        func add(_ options: SyncOptions) { list.withLock { $0.append(options) } }
    }

    /// A synchronizer whose runs do not end.
    private final class EndlessSynchronizer: FeedSynchronizer {
        private let runs: Runs

        init(_ runs: Runs) { self.runs = runs }

        func synchronize(_ options: SyncOptions) -> Signal<SyncEvent, FeedError> {
            runs.add(options)
            return .concat(.just(.listing(.first)), .never)
        }
    }

    /// Calls the route with each of the options, and returns those of the runs.
    private func runs(of options: [SyncOptions]) async throws -> [SyncOptions] {
        let runs = Runs()
        let modules = ProgramModules([
            EventsModule(), AccountsModule(in: "/nonexistent/accounts"), GatewayModule(),
            LibraryModule(), FeedModule(),
        ])
        return try await modules.run(
            changing: { $0.overriding(SynchronizerKey.self) { EndlessSynchronizer(runs) } }
        ) { program in
            let server = ServerConfiguration(
                provider: .dropbox, endpoint: try HTTPURL("http://127.0.0.1:9"),
                access: .credential(FeedCredential(secret: "anonymous")))
            try program.scope.here(OpenAccountsKey.self).open(
                "test",
                AccountSettings(library: URL(filePath: "/nonexistent/library"), server: server))
            let (calls, continuation) = AsyncStream<Int>.makeStream()
            let observations = options.enumerated().map { number, options in
                program.router.call(SyncLibrary(account: "test", options: options))
                    .deliver(in: .main)
                    .observe { _ in
                        continuation.yield(number)
                    } failed: { _ in
                        continuation.finish()
                    }
            }
            var answered: Set<Int> = []
            for await call in calls {
                answered.insert(call)
                if answered.count == options.count { break }
            }
            for observation in observations { observation.dispose() }
            #expect(answered.count == options.count)
            return runs.options
        }
    }

    @Test func equalCallsShareARun() async throws {
        let options = SyncOptions(credential: FeedCredential(secret: "anonymous"))
        #expect(try await runs(of: [options, options]) == [options])
    }

    @Test(arguments: [
        SyncOptions(fetchesThumbnails: false), SyncOptions(mediaInfo: true),
        SyncOptions(source: FeedSource(folder: "/a")),
        SyncOptions(credential: FeedCredential(secret: "another")),
    ])
    func callsWithOtherOptionsAreRunsOfTheirOwn(_ other: SyncOptions) async throws {
        let options = SyncOptions()
        #expect(try await runs(of: [options, other]) == [options, other])
    }
}
