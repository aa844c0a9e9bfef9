import Digests
import Scheduling

/// Answers requests: finds the route, checks the authorization, and injects requested faults.
///
/// The service does not depend on sockets; `StubServer` reads the requests and sends the responses.
final class StubService: Sendable {
    let configuration: DropboxStubConfiguration
    /// The first name of the account's owner.
    let owner: String
    /// The other accounts by their tokens.
    let accounts: [String: StubService]
    let library: StubLibrary
    let tokens: TokenStore
    let faults = FaultPlan()
    let log = RequestLog()
    /// Signalled when the stub stops, which ends all delays.
    let stopping = ChangeNotifier()
    let thumbnails = ByteCache<ThumbnailKey>(capacity: 64 << 20)
    let pages = ByteCache<PageKey>(capacity: 64 << 20)
    let links: TemporaryLinks
    let generation: Guarded<CursorGeneration>

    static let namespace = "1900513"

    /// The identity of the valid cursors: the library, and how often its cursors were invalidated.
    struct CursorGeneration: Sendable {
        let library: String
        var number = 0
        var text: String { "\(library).\(number)" }
    }

    convenience init(configuration: DropboxStubConfiguration) {
        let tokens = TokenStore(
            acceptedToken: configuration.acceptedToken, lifetime: configuration.tokenLifetime)
        let links = TemporaryLinks()
        let accounts = configuration.accounts.map { account in
            var own = configuration
            own.source = account.source
            return (
                account.token,
                StubService(
                    configuration: own, owner: account.name, tokens: tokens, links: links,
                    accounts: [:])
            )
        }
        self.init(
            configuration: configuration, owner: "Ada", tokens: tokens, links: links,
            accounts: Dictionary(accounts) { $1 })
    }

    private init(
        configuration: DropboxStubConfiguration, owner: String, tokens: TokenStore,
        links: TemporaryLinks, accounts: [String: StubService]
    ) {
        self.configuration = configuration
        self.owner = owner
        self.accounts = accounts
        self.tokens = tokens
        self.links = links
        library = StubLibrary(source: configuration.source)
        let name: String
        switch configuration.source {
        // A generated library is the same after a restart, so its cursors stay valid.
        case .generated(let photos, let seed): name = "drawn-\(seed)-\(photos)"
        case .folder: name = "folder-\(UInt64.random(in: .min ... .max))"
        }
        generation = Guarded(CursorGeneration(library: name))
    }

    var isStopping: Bool { stopping.notificationCount > 0 }

    func stopWaiting() {
        stopping.notify()
        library.notifier.notify()
        accounts.values.forEach { $0.stopWaiting() }
    }
}

/// The authenticator and the port for temporary links, which contain all their state.
final class TemporaryLinks: Sendable {
    let authenticator = HMACSHA256()
    /// The port that the stub listens on.
    let port = Guarded(0)
}
