import HTTPGateway
import ProgramServices
import Providers
import Signals
import Testing

@testable import PhotoFeed

/// A library continues with its own source only: the provider, the server and the account.
@Suite struct SourceIdentityTests {
    /// A server, and the account that it opens for a credential.
    struct Server: CustomTestStringConvertible {
        var provider = "webdav"
        var endpoint: String
        var account = "ada"
        /// The password or the token; servers on one machine often accept any.
        var secret = "anonymous"

        var testDescription: String { "\(provider) \(endpoint) \(account)" }

        func changing(_ change: (inout Self) -> Void) -> Self {
            var server = self
            change(&server)
            return server
        }

        var configuration: ServerConfiguration {
            get throws {
                let service = try #require(Providers.all.first { $0.name == provider })
                let credential =
                    service.credentialForm == .password
                    ? FeedCredential(user: account, password: secret)
                    : FeedCredential(secret: secret)
                return ServerConfiguration(
                    provider: service, endpoint: try HTTPURL(endpoint),
                    access: .credential(credential))
            }
        }
    }

    static let home = Server(endpoint: "http://127.0.0.1:8080/dav")
    static let cloud = Server(endpoint: "https://cloud.example/dav")
    static let stub = Server(provider: "dropbox", endpoint: "http://127.0.0.1:8080/api")
    static let service = Server(provider: "dropbox", endpoint: "https://photos.example/api")

    static let same: [(Server, Server)] = [
        (home, home), (home, home.changing { $0.endpoint += "/" }),
        (home, home.changing { $0.secret = "changed" }),
        (cloud, cloud), (cloud, cloud.changing { $0.endpoint += "/" }),
        (cloud, cloud.changing { $0.endpoint = "https://cloud.example:443/dav" }),
        (cloud, cloud.changing { $0.secret = "changed" }),
        (stub, stub), (service, service),
        // The account shows that it is the same server, which was started again.
        (stub, stub.changing { $0.endpoint = "http://127.0.0.1:8081/api" }),
        (stub, stub.changing { $0.endpoint = "http://localhost:8081/api/" }),
    ]

    static let others: [(Server, Server)] = [
        (home, home.changing { $0.endpoint = "http://localhost:8080/dav" }),
        (home, home.changing { $0.endpoint = "http://127.0.0.1:8081/dav" }),
        (home, home.changing { $0.endpoint = "http://127.0.0.1:8080/other" }),
        (home, home.changing { $0.endpoint = "http://127.0.0.1:8080" }),
        (home, home.changing { $0.account = "bob" }),
        (home, home.changing { $0.provider = "dropbox" }),
        (home, cloud), (cloud, home),
        (cloud, cloud.changing { $0.endpoint = "https://other.example/dav" }),
        (cloud, cloud.changing { $0.endpoint = "https://cloud.example:8443/dav" }),
        (cloud, cloud.changing { $0.endpoint = "https://cloud.example/other" }),
        (cloud, cloud.changing { $0.account = "bob" }),
        (cloud, cloud.changing { $0.provider = "dropbox" }),
        (stub, stub.changing { $0.endpoint = "http://127.0.0.1:8080/other" }),
        (stub, stub.changing { ($0.account, $0.secret) = ("bob", "another") }),
        (stub, stub.changing { ($0.account, $0.endpoint) = ("bob", "http://127.0.0.1:1/api") }),
        (stub, stub.changing { $0.provider = "webdav" }),
        (service, service.changing { $0.endpoint = "https://photos.example:8443/api" }),
        (service, service.changing { $0.endpoint = "https://photos.example/other" }),
        (service, service.changing { $0.endpoint = "https://other.example/api" }),
        (service, service.changing { ($0.account, $0.secret) = ("bob", "another") }),
    ]

    @Test(arguments: same)
    func aRunOfTheSameSourceContinues(_ first: Server, _ second: Server) throws {
        #expect(try refusal(of: second, after: first) == nil)
    }

    @Test(arguments: others)
    func aRunOfAnotherSourceIsRefused(_ first: Server, _ second: Server) throws {
        let error = try #require(try refusal(of: second, after: first))
        #expect(error.code == .followsAnotherSource)
        #expect(error.message.contains(try first.configuration.name), "\(error)")
    }

    /// The failure of a run for `second` into a library that has followed `first`.
    private func refusal(of second: Server, after first: Server) throws -> FeedError? {
        let (former, present) = (try first.configuration, try second.configuration)
        let followed = FeedSource(
            server: former.name, account: FeedAccount(rawValue: first.account))
        var run = SyncRun(
            SyncOptions(
                source: FeedSource(server: present.name), credential: present.credential),
            capabilities: present.provider.capabilities, hasAccounts: true,
            library: SyncRun.LibraryState(
                state: .following(followed, cursor: FeedCursor(rawValue: "c")), isEmpty: false,
                hasCredential: former.credential?.secret == present.credential?.secret))
        var actions = run.start()
        if actions == [.requestAccount] {
            actions = run.received(FeedAccount(rawValue: second.account))
            actions += run.accountEnded(.completed)
        }
        if case .end(.failed(let error))? = actions.last { return error }
        #expect(actions == [.requestPages(.cursor(FeedCursor(rawValue: "c")))])
        return nil
    }
}
