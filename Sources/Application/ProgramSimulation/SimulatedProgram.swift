import Accounts
import Composition
import DropboxStub
import Foundation
import HTTPGateway
import LiveServices
import PhotoFeed
import PhotoLibrary
import Providers
import Scheduling
import SchedulingTestKit
import ServiceKeys
import Signals
import Simulation
import SimulationNetwork

/// The program of a user, from its start to its end, on the schedulers of a world.
///
/// Its modules are those of the program. The gateway sends its requests through the simulated
/// network, and the clock of the library is that of the world.
@MainActor
final class SimulatedProgram {
    private let scope: Scope
    private let store: AccountStore
    private let library: URL
    private let provider = Providers.standard

    /// The name of the only account.
    private static let account = "ada"
    /// Small packs, so that runs fill several.
    private nonisolated static let packLimit: Int64 = 64 << 10

    /// Starts the program with the files in `folder`.
    init(in world: World, over network: SimulatedNetwork, folder: String) throws {
        let clock = world.main
        library = URL(filePath: folder + "/library")
        store = AccountStore(in: AccountFolders(path: folder + "/accounts"))
        let path = library.path
        scope = try Assembly([
            EventsModule(), AccountsModule(in: folder + "/accounts"), GatewayModule(),
            LibraryModule(),
        ])
        .overriding(GatewayKey.self) { network.makeGateway() }
        .overriding(LibraryWriterKey.self) {
            try SQLiteFeedWriter(
                at: path,
                now: {
                    let seconds = clock.now.nanoseconds / 1_000_000_000
                    return FeedTime(secondsSinceEpoch: SimulatedNetwork.start + seconds)
                }, packLimit: SimulatedProgram.packLimit)
        }
        .overriding(
            SynchronizerKey.self, LibraryWriterKey.here, ConnectionKey.here,
            ServerConfigurationKey.here
        ) { library, connection, server in
            try MirroringSynchronizer(
                library: library, provider: server.provider, connection: connection)
        }
        .overriding(
            SignInKey.self, GatewayKey.here, ServerConfigurationKey.here, AccountStoreKey.here
        ) { gateway, server, accounts in
            guard let signIn = server.provider.signIn else { throw CancellationError() }
            return SignInServices(provider: signIn, gateway: gateway, accounts: accounts)
        }
        .compose(on: [.main: world.main, .business: world.work("BL")])
    }

    /// Whether the file of the account's credential exists.
    static func hasCredential(in folder: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(folder)/accounts/\(account)/credential.json")
    }

    /// Ends the program.
    func stop() async { await scope.stop() }

    /// Whether the credential of the account is stored.
    func isSignedIn() async throws -> Bool {
        guard let account = try store.folders.accounts().first else { return false }
        return try await store.credentials(of: account).credential() != nil
    }

    /// Signs in with the services of the program, as a user who pastes the code of the server.
    func signIn(at server: SimulatedServer) async throws {
        let opened = try open(library: nil)
        do {
            try await SimulatedSignIn(to: provider, as: Self.account, at: server)
                .run(with: opened.handle(SignInKey.self))
        } catch {
            await opened.stop()
            throw error
        }
        await opened.stop()
    }

    /// Synchronizes the library once, with thumbnails.
    func synchronize() async throws {
        let account = try store.folders.chosen(nil)
        let opened = try open(library: library, access: .account(account))
        let options = SyncOptions(credential: account.feedCredential, thumbnailSize: .small)
        do {
            try await opened.handle(SynchronizerKey.self)
                .signal { $0.synchronize(options) }.wait()
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
                server: ServerConfiguration(provider: provider, endpoint: nil, access: access)))
    }

    /// Returns the difference between the library and the server; `nil` for none.
    func difference(from server: SimulatedServer) throws -> String? {
        let reader = try SQLiteFeedReader(path: library.path)
        var missing = server.files
        var query: FeedQuery? = FeedQuery(limit: 200)
        while let next = query {
            let window = try reader.window(next)
            for item in window.items {
                let path = item.node.pathKey
                guard let file = missing.removeValue(forKey: path) else {
                    return "\(path) is not on the server"
                }
                let known = (item.node.id.rawValue, item.node.revision)
                guard known == (file.identifier, file.revision) else {
                    return "\(path) is \(known), and not \(file.identifier), \(file.revision)"
                }
                guard case .stored = item.thumbnail,
                    let bytes = try reader.thumbnail(of: item.node.id),
                    bytes.starts(with: [0xFF, 0xD8])
                else { return "\(path) has no thumbnail: \(item.thumbnail)" }
            }
            query = window.next.map(next.continuing(after:))
        }
        return missing.keys.min().map { "\($0) is missing" }
    }
}
