import DropboxFeed
import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import PhotoLibrary
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import Accounts

/// A sync that takes longer than its tokens live, in virtual time.
@Suite struct LongSyncTests {
    private let scheduler = VirtualScheduler()
    private let temporary: TemporaryFolder

    init() throws { temporary = try TemporaryFolder() }

    private static func entry(_ number: Int) -> String {
        """
        {".tag": "file", "name": "\(number).jpg", "id": "id:\(number)",
         "path_lower": "/\(number).jpg", "path_display": "/\(number).jpg",
         "client_modified": "2026-01-01T00:00:00Z", "server_modified": "2026-01-01T00:00:00Z",
         "rev": "0123456789abc", "size": 7,
         "content_hash": "\(String(repeating: "0", count: 64))"}
        """
    }

    /// A gateway to a listing of `pages` pages, each of which takes 90 s.
    private func gateway(_ server: ScriptedServer, pages: Int) -> GatewayStub {
        GatewayStub(home: .here) { call in
            let answer = try server.respond(to: call)
            guard call.url.path.hasPrefix("/2/files/list_folder"), answer.status == 200 else {
                return answer
            }
            let text = String(decoding: call.body, as: UTF8.self)
            let number = Int(text.filter(\.isNumber)) ?? 0
            let page = call.url.path.hasSuffix("continue") ? number + 1 : 1
            return StubResponse(
                body: Array(
                    """
                    {"entries": [\(Self.entry(page))], "cursor": "\(page)",
                     "has_more": \(page < pages)}
                    """.utf8), delay: .seconds(90))
        }
    }

    @Test(arguments: [(14_400, 2), (3_600, 10), (100, 399)] as [(Int64, Int)])
    func itSucceedsWithNewTokens(_ lifetime: Int64, _ renewals: Int) throws {
        let pages = 400
        try scheduler.enter {
            let server = ScriptedServer(scheduler)
            server.lifetime = lifetime
            let place = ScriptedPlace()
            let scheduler = scheduler
            let wallClock: AccountTokenIssuer.WallClock = {
                1_000_000 + scheduler.now.nanoseconds / 1_000_000_000
            }
            place.credential = .test(
                server.issue(), refresh: server.refreshToken, expires: 1_000_000 + lifetime,
                lifetime: lifetime)
            let gateway = gateway(server, pages: pages)
            let tokens = TokenSource(
                issuer: AccountTokenIssuer(
                    store: place.store, lockedIn: nil,
                    client: try OAuthClient(
                        provider: .test(), appKey: "key", gateway: gateway),
                    wallClock: wallClock), home: gateway.home)
            let credential = FeedCredential(account: FeedAccount(rawValue: server.account))
            let synchronizer = try MirroringSynchronizer(
                library: SQLiteFeedWriter(path: temporary("library")), provider: .dropbox,
                connection: FeedConnection(
                    gateway: gateway, credential: credential, credentials: tokens))
            let events = Events(
                synchronizer.synchronize(
                    SyncOptions(credential: credential, fetchesThumbnails: false)))
            scheduler.run()
            #expect(events.completion == .completed)
            guard case .finished(let progress)? = events.values.last else {
                Issue.record("the run did not finish")
                return
            }
            #expect(progress.changeSummary.added == pages)
            #expect(scheduler.now >= SchedulerInstant(nanoseconds: 36_000_000_000_000))
            #expect(server.renewals == renewals)
            let identities = gateway.calls.filter { $0.url.path.hasSuffix("current_account") }
            #expect(identities.count == 1)
        }
    }
}
