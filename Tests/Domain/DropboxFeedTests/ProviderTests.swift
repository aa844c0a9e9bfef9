import DropboxFeed
import HTTPGateway
import PhotoFeed
import PhotoFeedTestKit
import Testing

/// Dropbox as a provider.
@Suite struct ProviderTests {
    @Test(arguments: FeedProviderConformance.rules)
    func dropboxKeepsTheRule(_ rule: FeedProviderConformance.Rule) throws {
        try rule.check(DropboxFixture())
    }

    @Test(
        arguments: [
            (nil, "dropbox.com"), ("https://api.dropboxapi.com", "dropbox.com"),
            ("https://content.dropboxapi.com/", "dropbox.com"),
            ("https://photos.example.org/api/", "photos.example.org/api (dropbox)"),
            ("http://127.0.0.1:4711", "localhost (dropbox)"),
            ("http://localhost/api/", "localhost/api (dropbox)"),
        ] as [(String?, String)])
    func theNameOfAServerInALibrary(_ endpoint: String?, _ name: String) throws {
        let url = try endpoint.map { try HTTPURL($0) }
        #expect(FeedProvider.dropbox.serverName(for: url) == name)
    }

    @Test(arguments: [
        ("https://api.dropboxapi.com", true), ("https://www.dropbox.com", true),
        ("https://dropbox.com", true), ("https://notdropbox.com", false),
        ("https://dropbox.com.example.org", false), ("http://127.0.0.1", false),
    ])
    func onlyTheProvidersDomainsReceiveACredentialForIt(_ url: String, _ isOwn: Bool) throws {
        #expect(try FeedProvider.dropbox.hosts.contains(HTTPURL(url)) == isOwn)
    }

    @Test func theSignInIsDropboxs() throws {
        let signIn = try #require(FeedProvider.dropbox.signIn)
        #expect(signIn.authorization.host == "https://www.dropbox.com")
        #expect(signIn.authorization.path == "oauth2/authorize")
        #expect(signIn.token.host == "https://api.dropboxapi.com")
        #expect(signIn.token.path == "oauth2/token" && !signIn.rotatesRefreshTokens)
        #expect(
            signIn.scopes == ["account_info.read", "files.metadata.read", "files.content.read"])
    }
}
