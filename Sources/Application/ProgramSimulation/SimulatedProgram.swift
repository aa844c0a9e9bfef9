import Accounts
import Composition
import Foundation
import HTTPGateway
import LiveServices
import Originals
import PhotoFeed
import PhotoLibrary
import ProgramServices
import Providers
import Scheduling
import SchedulingTestKit
import Signals
import Simulation
import SimulationDevices
import StubServers

/// The program of a user, from its start to its end, on the schedulers of a world.
///
/// Its modules are those of the program. The gateway sends its requests through the simulated
/// network, and the clock of the library is that of the world.
@MainActor
final class SimulatedProgram {
    private let scope: Scope
    private let store: AccountStore
    private let library: URL
    private let server: any SimulatedService
    private let world: World
    private let laws: LibraryLaws?
    /// The folder of the originals.
    let originals: String

    /// The name of the only account.
    private nonisolated static let account = "ada"

    /// Starts the program with the files in `folder`.
    ///
    /// - Parameters:
    ///   - process: the number of the process; each has a library of its own.
    ///   - laws: judge the library after each step that changes the disk.
    ///   - packLimit: the size of a pack of thumbnails; a small one lets a run fill several.
    ///   - pacing: the rate that the processes of the user have learned; `nil` for the full one.
    init(
        in world: World, over network: SimulatedNetwork, at server: any SimulatedService,
        folder: String, process: Int = 1, under laws: LibraryLaws? = nil,
        packLimit: Int64 = 64 << 10, pacing: SimulatedPacing? = nil
    ) throws {
        self.server = server
        self.world = world
        self.laws = laws
        originals = Self.originals(in: folder)
        library = URL(filePath: folder + "/library \(process)")
        store = AccountStore(in: AccountFolders(path: folder + "/accounts"))
        let path = library.path
        var limits = LibraryLimits()
        limits.pack = packLimit
        let now: @Sendable () -> FeedTime = { FeedTime(secondsSinceEpoch: world.wallTime) }
        let business = world.work(process == 1 ? "BL" : "BL \(process)")
        scope = try Assembly([
            EventsModule(), AccountsModule(in: folder + "/accounts"),
            pacing?.gatewayModule ?? GatewayModule(), LibraryModule(),
        ])
        .overriding(GatewayKey.self, HomeNeed()) { network.makeGateway(in: $0) }
        .overriding(LibraryWriterKey.self) { [limits] in
            try SQLiteFeedWriter(path: path, limits: limits, now: now)
        }
        .overriding(
            SimulatedSynchronizerKey.self, LibraryWriterKey.here, ConnectionKey.here,
            ServerConfigurationKey.here
        ) { library, connection, server in
            try MirroringSynchronizer(
                library: library, provider: server.provider, connection: connection)
        }
        .overriding(
            OriginalsKey.self, LibraryWriterKey.here, ConnectionKey.here,
            ServerConfigurationKey.here
        ) { library, connection, server in
            OriginalsSynchronizer(
                library: path, reader: library,
                fetcher: try server.provider.makeFetchers(connection).originals,
                account: SimulatedProgram.account, facts: library as? any OriginalFactsWriter,
                home: connection.home)
        }
        .overriding(
            RepairerKey.self, LibraryWriterKey.here, ConnectionKey.here, ServerConfigurationKey.here
        ) { library, connection, server in
            OriginalsVerifier(
                library: path, reader: library,
                fetcher: try server.provider.makeFetchers(connection).originals,
                hashers: ServicePool(on: [connection.home.scheduler]) { BlockHasher() },
                home: connection.home, now: now)
        }
        .overriding(ChangesKey.self, ConnectionKey.here, ServerConfigurationKey.here) {
            connection, server in
            guard let changes = try server.provider.makeFetchers(connection).changes else {
                throw CancellationError()
            }
            return changes
        }
        .overriding(
            SignInKey.self, GatewayKey.here, ServerConfigurationKey.here, AccountStoreKey.here
        ) { gateway, server, accounts in
            guard let signIn = server.provider.signIn else { throw CancellationError() }
            return SignInServices(provider: signIn, gateway: gateway, accounts: accounts)
        }
        .overriding(
            SimulatedSignOutKey.self, GatewayKey.here, ServerConfigurationKey.here,
            AccountStoreKey.here
        ) { gateway, server, accounts in
            SignOut(provider: server.provider.signIn, gateway: gateway, accounts: accounts)
        }
        .compose(on: [.main: world.main, .business: business])
    }

    /// The folder of the originals, beside the other files of the program.
    nonisolated static func originals(in folder: String) -> String { folder + "/originals" }

    /// Whether the file of the account's credential exists.
    static func hasCredential(in folder: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(folder)/accounts/\(account)/credential.json")
    }

    /// Ends the program.
    func stop() async { await scope.stop() }

    /// Whether the credential of the account is stored.
    func isSignedIn() async throws -> Bool {
        guard server.access == nil else { return true }
        guard let account = try store.folders.accounts().first else { return false }
        return try await store.credentials(of: account).credential() != nil
    }

    /// Signs in with the services of the program, as a user who pastes the code of the server.
    ///
    /// Does nothing for a service that the program uses with a password.
    func signIn() async throws {
        guard let server = server as? SimulatedServer else { return }
        let opened = try open(library: nil)
        do {
            try await SimulatedSignIn(to: server.provider, as: Self.account, at: server)
                .run(with: opened.handle(SignInKey.self))
        } catch {
            await opened.stop()
            throw error
        }
        await opened.stop()
    }

    /// Signs out of the account.
    func signOut() async throws {
        guard let account = try store.folders.accounts().first else { return }
        let opened = try open(library: nil)
        do {
            try await opened.handle(SimulatedSignOutKey.self)
                .signal { $0.signOut(of: account, forgets: true) }.wait()
        } catch {
            await opened.stop()
            throw error
        }
        await opened.stop()
    }

    /// Synchronizes the library once, with thumbnails where the service has them.
    ///
    /// - Parameters:
    ///   - limit: the number of photos that the run may remove.
    ///   - hasOriginals: whether the run also downloads the missing originals.
    ///   - prunes: whether it moves the originals of deleted photos to the trash.
    func synchronize(
        removing limit: RemovalLimit = .unlimited, withOriginals hasOriginals: Bool = false,
        pruning prunes: Bool = false
    ) async throws {
        let access = try access
        let size: ThumbnailSize? = server.provider.thumbnailSizes.isEmpty ? nil : .small
        let options = SyncOptions(
            credential: access.credential, thumbnailSize: size, removalLimit: limit)
        try await use(access.access) {
            let first = laws?.history.now ?? 0
            laws?.runBegins()
            let events = try await $0.handle(SimulatedSynchronizerKey.self)
                .signal { $0.synchronize(options).collect() }.last()
            try Task.checkCancellation()
            laws?.checkReport(events ?? [], since: first, removing: limit)
            if hasOriginals { try await synchronizeOriginals(in: $0, pruning: prunes) }
        }
    }

    private func synchronizeOriginals(in scope: Scope, pruning prunes: Bool) async throws {
        let layout = try OriginalLayout("{stem}.{ext}")
        let choice = OriginalsChoice(folder: originals, layout: layout)
        let events = try await scope.handle(OriginalsKey.self)
            .signal {
                $0.synchronize(choice, options: OriginalsRunOptions(prunes: prunes)).collect()
            }.last()
        for case .progress(let progress) in events ?? []
        where progress.downloaded + progress.adopted > progress.wanted {
            world.fail("the run of the originals has \(progress)")
        }
    }

    /// Compares the originals with what was downloaded.
    ///
    /// - Returns: the events of the verification.
    func verify(_ options: VerifyOptions) async throws -> [VerifyEvent] {
        var events: [VerifyEvent]?
        try await use(access.access) {
            events = try await $0.handle(RepairerKey.self)
                .signal { $0.verify(options).collect() }.last()
        }
        return events ?? []
    }

    /// The paths of the originals of the newest photos, below the folder of the originals, and
    /// those of the photos at the server.
    ///
    /// Originals that are not in place are left out.
    func originalPaths() throws -> [(file: String, photo: String)] {
        let window = try SQLiteFeedReader(path: library.path).window(FeedQuery(limit: 200))
        let files = OriginalsReader(library: library.path)
        return try window.items.compactMap { item in
            guard try files.path(of: item.node) != nil else { return nil }
            return try files.components(of: item.node).map {
                ($0.joined(separator: "/"), item.node.pathKey)
            }
        }
    }

    /// The paths of both originals of each live photo whose files have one name at the server.
    func livePhotos() throws -> [(still: OriginalPath, movie: OriginalPath)] {
        let window = try SQLiteFeedReader(path: library.path).window(FeedQuery(limit: 200))
        let files = OriginalsReader(library: library.path)
        let nodes = Dictionary(window.items.map { ($0.node.id, $0.node) }) { first, _ in first }
        let pairs = LivePairs(of: nodes.values)
        return try nodes.values.compactMap { still in
            guard let movie = pairs.movie(of: still.id).flatMap({ nodes[$0] }),
                OriginalPath([still.name]).stem == OriginalPath([movie.name]).stem,
                let stillPath = try files.components(of: still),
                let moviePath = try files.components(of: movie)
            else { return nil }
            return (OriginalPath(stillPath), OriginalPath(moviePath))
        }
    }

    /// Waits for a change of the feed after the stored cursor.
    func waitForChange() async throws -> ChangeNotice? {
        let access = try access.access
        var notice: ChangeNotice?
        try await use(access) { scope in
            let state = try await scope.handle(LibraryWriterKey.self).run { try $0.state() }
            guard case .following(_, let cursor) = state else { return }
            notice = try await scope.handle(ChangesKey.self)
                .signal { $0.changes(since: cursor) }.last()
        }
        return notice
    }

    /// The access to the server, and the credential that a sync checks.
    private var access: (access: ServerConfiguration.Access, credential: FeedCredential?) {
        get throws {
            if let access = server.access {
                guard case .credential(let credential, _) = access else { return (access, nil) }
                return (access, credential)
            }
            let account = try store.folders.chosen(nil)
            return (.account(account), account.feedCredential)
        }
    }

    /// Runs `body` with the opened account.
    private func use(
        _ access: ServerConfiguration.Access, _ body: (Scope) async throws -> Void
    ) async throws {
        let opened = try open(library: library, access: access)
        do {
            try await world.always(
                "the library can be judged", of: opened.handle(LibraryWriterKey.self),
                { [laws] library in
                    try laws?.check(library)
                    return true
                }, while: { try await body(opened) })
        } catch {
            await opened.stop()
            throw error
        }
        await opened.stop()
    }

    private func open(
        library: URL?, access: ServerConfiguration.Access = .none
    ) throws -> Scope {
        try scope.here(OpenAccountsKey.self).open(
            Self.account,
            AccountSettings(
                library: library,
                server: ServerConfiguration(
                    provider: server.provider, endpoint: server.endpoint, access: access)))
    }

    /// Returns the difference between the library, with its originals, and the server.
    ///
    /// `nil` for none.
    func difference() throws -> String? {
        let reader = try SQLiteFeedReader(path: library.path)
        let hasOriginals = FileManager.default.fileExists(atPath: originals)
        let files = hasOriginals ? OriginalsReader(library: library.path) : nil
        var missing = server.files
        var query: FeedQuery? = FeedQuery(limit: 200)
        while let next = query {
            let window = try reader.window(next)
            for item in window.items {
                let path = item.node.pathKey
                guard let file = missing.removeValue(forKey: path) else {
                    return "\(path) is not on the server"
                }
                let known = PhotoVersion(item.node)
                if let version = file.version, known != version {
                    return "\(path) is \(known), and not \(version)"
                }
                if !server.hasThumbnails {
                    // The state of such a photo is not judged.
                } else if let hash = file.contentHash,
                    OriginalContent.hashesOfBrokenPhotos.contains(hash)
                {
                    guard case .failed = item.thumbnail else {
                        return "\(path) has no picture, and is \(item.thumbnail)"
                    }
                } else if item.node.hasThumbnailFormat {
                    guard case .stored = item.thumbnail,
                        let bytes = try reader.thumbnail(of: item.node.id)
                    else { return "\(path) has no thumbnail: \(item.thumbnail)" }
                    if let laws, !laws.history.hasSent(bytes, of: known) {
                        return "\(path) has the thumbnail of another photo or revision"
                    }
                    if let hash = file.contentHash, !server.isThumbnail(bytes, ofContent: hash) {
                        return "\(path) has the thumbnail of another content"
                    }
                }
                guard let files else { continue }
                guard let original = try files.file(of: item.node) else {
                    return "\(path) has no original"
                }
                let content = try original.bytes(in: 0..<original.size)
                if OriginalContent.hash(of: content) != file.contentHash {
                    return "the original of \(path) has another content"
                }
            }
            query = window.next.map(next.continuing(after:))
        }
        return missing.keys.min().map { "\($0) is missing" }
    }
}
