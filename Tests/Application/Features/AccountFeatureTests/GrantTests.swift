import Accounts
import CurlGateway
import Foundation
import HTTPGateway
import PhotoFeed
import ProgramTestKit
import Providers
import Scheduling
import StubServers
import Testing

@testable import AccountFeature

extension WholeProgram {
    /// The provider knows the grants that are stored, and no others.
    @MainActor @Suite struct GrantTests {
        private let play: Playground
        private let business = WorkScheduler(name: "BL")

        init() async throws { play = try await Playground(photos: 1) }

        /// The refresh tokens of all accounts.
        private func stored() async throws -> Set<String> {
            let names = try await play.accounts().compactMap { $0["name"] as? String }
            let tokens = try names.compactMap { name in
                let path = play.account("\(name)/credential.json")
                let object = try JSONSerialization.jsonObject(
                    with: Data(contentsOf: URL(filePath: path)))
                return (object as? [String: Any])?["refresh_token"] as? String
            }
            return Set(tokens)
        }

        @Test func theGrantOfAReplacedCredentialEnds() async throws {
            for options in [["home"], ["home"], ["work", "--replace"]] {
                try await play.signIn(options[0], options: Array(options.dropFirst()))
                #expect(play.stub.refreshTokens.count == 1)
                #expect(play.stub.refreshTokens == (try await stored()))
                try play.stub.apply(.expireTokens)
            }
            let other = try await Playground(photos: 1)
            try await play.signIn("work", options: ["--endpoint", other.endpoint, "--replace"])
            #expect(play.stub.refreshTokens.isEmpty && other.stub.refreshTokens.count == 1)
            #expect(other.stub.refreshTokens == (try await stored()))
        }

        @Test func aSignInThatIsStoppedDuringTheExchangeLeavesNoGrant() async throws {
            try play.stub.apply(
                .fault(.init(route: "oauth2/token", delay: .milliseconds(300))))
            let provider = try Providers.standard.requiredSignIn
            let endpoint = try HTTPURL(play.endpoint)
            let accounts = AccountStore(in: AccountFolders(path: play.path("accounts")))
            let services = SchedulerBound(on: business) { home in
                SignInServices(
                    provider: provider, gateway: CurlGateway(home: home), endpoint: endpoint,
                    accounts: accounts)
            }
            var options = SignInOptions(provider: "dropbox", scopes: provider?.scopes ?? [])
            options.appKey = "key"
            options.endpoint = play.endpoint
            let effects = SignInEffects(
                services, host: PersonHost { try await StubBrowser.allowing.open($0) },
                provider: "Dropbox", options: options)
            let signIn = Task { try await LoginSession(options, effects).account() }
            while play.stub.requestCount(route: "oauth2/token") == 0 {
                await Task.detached {}.value
            }
            signIn.cancel()
            let error = await #expect(throws: AccountError.self) { try await signIn.value }
            #expect(error?.code == .cancelled)
            #expect(play.stub.requestCount(route: "auth/token/revoke") == 1)
            #expect(play.stub.refreshTokens.isEmpty)
            #expect(try accounts.folders.accounts().isEmpty)
        }
    }
}
