import Digests
import Scheduling

/// Answers requests: finds the route, checks the authorization, and injects requested faults.
///
/// The service does not depend on sockets; `StubServer` reads the requests and sends the responses.
final class StubService: Sendable {
    let configuration: DropboxStubConfiguration
    /// The other accounts by their tokens.
    let accounts: [String: StubService]
    /// The space of the owner's team, with its own files; `nil` without a team, and in that space.
    let team: StubService?
    /// The owner, and the namespaces of the account.
    let rootInfo: StubRootInfo
    /// The namespace of the files.
    let namespace: String
    let library: StubLibrary
    let tokens: TokenStore
    let faults = FaultPlan()
    let log = RequestLog()
    let received = ReceivedReports()
    /// Signalled when the stub stops, which ends all delays.
    let stopping = StubChangeNotifier()
    let pictures: StubPictures
    let pages = ByteCache<PageKey>(capacity: 64 << 20)
    let links: TemporaryLinks
    let generation: Guarded<CursorGeneration>

    private static let homeNamespace = "1900513"
    private static let teamNamespace = "1900514"

    /// The identity of the valid cursors: the library, and how often its cursors were invalidated.
    struct CursorGeneration: Sendable {
        let library: String
        var number = 0
        var text: String { "\(library).\(number)" }
    }

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - configuration: the content and the restrictions.
    ///   - pictures: the pictures of the first account; `nil` for new ones.
    ///   - now: returns the moment by which tokens end.
    convenience init(
        configuration: DropboxStubConfiguration, pictures: StubPictures? = nil,
        now: @escaping TokenStore.Clock = { .now }
    ) {
        let tokens = TokenStore(
            acceptedToken: configuration.acceptedToken, lifetime: configuration.tokenLifetime,
            now: now)
        let links = TemporaryLinks()
        let accounts = configuration.accounts.map { account in
            (
                account.token,
                StubService(
                    configuration, account.source,
                    StubRootInfo(
                        home: Self.homeNamespace, root: Self.homeNamespace, owner: account.name),
                    tokens: tokens, links: links)
            )
        }
        let rootInfo = StubRootInfo(
            home: Self.homeNamespace,
            root: configuration.teamSource == nil ? Self.homeNamespace : Self.teamNamespace,
            owner: "Ada")
        let team = configuration.teamSource.map {
            StubService(
                configuration, $0, rootInfo, isTeamSpace: true, tokens: tokens, links: links)
        }
        self.init(
            configuration, configuration.source, rootInfo, tokens: tokens, links: links,
            pictures: pictures, accounts: Dictionary(accounts) { $1 }, team: team)
    }

    private init(
        _ configuration: DropboxStubConfiguration, _ source: DropboxStubConfiguration.Source,
        _ rootInfo: StubRootInfo, isTeamSpace: Bool = false, tokens: TokenStore,
        links: TemporaryLinks, pictures: StubPictures? = nil,
        accounts: [String: StubService] = [:], team: StubService? = nil
    ) {
        self.configuration = configuration
        self.rootInfo = rootInfo
        namespace = isTeamSpace ? rootInfo.root : rootInfo.home
        self.accounts = accounts
        self.team = team
        self.tokens = tokens
        self.links = links
        let pictures = pictures ?? StubPictures(of: source)
        self.pictures = pictures
        library = StubLibrary(source: source, photos: pictures.photos)
        let name: String
        switch source {
        // A generated library is the same after a restart, so its cursors stay valid.
        case .generated(let photos, let seed): name = "drawn-\(seed)-\(photos)"
        case .folder: name = "folder-\(UInt64.random(in: .min ... .max))"
        }
        generation = Guarded(CursorGeneration(library: name))
    }

    /// The services of the other accounts and of the team.
    var others: [StubService] { accounts.values + (team.map { [$0] } ?? []) }

    var isStopping: Bool { stopping.notificationCount > 0 }

    func stopWaiting() {
        stopping.notify()
        library.notifier.notify()
        others.forEach { $0.stopWaiting() }
    }
}

/// The authenticator and the port for temporary links, which contain all their state.
final class TemporaryLinks: Sendable {
    let authenticator = HMACSHA256()
    /// The port that the stub listens on.
    let port = Guarded(0)
}
