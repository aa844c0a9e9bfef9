import Accounts
import CurlGateway
import Foundation
import HTTPGateway
import PhotoFeed
import ProgramTestKit
import Scheduling
import Signals
import Testing

@testable import AccountFeature

extension WholeProgram {
    /// Our client with an OAuth server of other authors, which replaces refresh tokens.
    @MainActor @Suite struct OAuthServerTests {
        private nonisolated static let callback = OAuthProvider.Callback(
            port: 53_691, path: "/django")

        private let folder = FileManager.default.temporaryDirectory.appending(
            path: "photopark-test-\(UUID().uuidString)")
        private let business = WorkScheduler(name: "BL")
        private let accounts: AccountStore

        init() {
            accounts = AccountStore(in: AccountFolders(path: folder.path + "/accounts"))
        }

        @Test(
            .enabled("django-oauth-toolkit is not available; the reason is printed above") {
                try await OAuthServer.canRun()
            })
        func aSignInItsRenewalsAndItsEnd() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let server = try await OAuthServer(redirect: "http://127.0.0.1:53691/django")
            let provider = Self.provider(server.address)
            let gateway = SchedulerBound<any RequestGateway>(on: business) {
                CurlGateway(home: $0)
            }
            let account = try await signIn(provider, gateway)
            #expect(account.identity.account.rawValue == "ada")
            #expect(account.identity.email == "ada@example.com")

            let accounts = accounts
            let client = SchedulerBound(on: business) {
                try OAuthClient(
                    provider: provider, appKey: "photopark", gateway: gateway.get(in: $0))
            }
            let issuer = SchedulerBound(on: business) {
                try AccountTokenIssuer(of: account, in: accounts, client: client.get(in: $0))
            }
            var seen = [try await credential(of: account)]
            for _ in 0..<3 {
                let last = seen[seen.count - 1].accessToken.secret
                let token = try await value(issuer.signal { $0.token(inPlaceOf: last) })
                let credential = try await credential(of: account)
                #expect(credential.accessToken.secret == token.secret && token.secret != last)
                let identity = try await value(client.signal { $0.identity(of: token.secret) })
                #expect(identity == account.identity)
                seen.append(credential)
            }
            #expect(Set(seen.map(\.refreshToken)).count == 4)

            let service = SchedulerBound(on: business) {
                SignOut(provider: provider, gateway: try gateway.get(in: $0), accounts: accounts)
            }
            let outcome = try await value(
                service.signal { $0.signOut(of: account, forgets: false) })
            #expect(outcome == .ended)
            for credential in seen {
                let token = try #require(credential.refreshToken)
                let error = await #expect(throws: AccountError.self) {
                    try await value(client.signal { $0.renew(by: token) })
                }
                #expect(error?.code == .grantRefused)
            }
            let token = seen[3].accessToken.secret
            let error = await #expect(throws: AccountError.self) {
                try await value(client.signal { $0.identity(of: token) })
            }
            #expect(error?.code == .grantRefused)
        }

        private func signIn(
            _ provider: OAuthProvider, _ gateway: SchedulerBound<any RequestGateway>
        ) async throws -> Account {
            let accounts = accounts
            let services = SchedulerBound(on: business) {
                SignInServices(
                    provider: provider, gateway: try gateway.get(in: $0), accounts: accounts)
            }
            var options = SignInOptions(provider: "django", scopes: provider.scopes)
            options.appKey = "photopark"
            options.usesCallback = true
            let host = PersonHost { try await DjangoBrowser().open($0) }
            let effects = SignInEffects(
                services, host: host, provider: "Django", options: options)
            return try await LoginSession(options, effects).account()
        }

        private func credential(of account: Account) async throws -> AccountCredential {
            try #require(try await accounts.credentials(of: account).credential())
        }

        /// The value of a signal on the business scheduler.
        private func value<Value: Sendable>(
            _ signal: BoundSignal<Value, AccountError>
        ) async throws -> Value {
            var found: Value?
            for try await value in signal.values { found = value }
            return try #require(found)
        }

        private static func provider(_ address: String) -> OAuthProvider {
            OAuthProvider(
                authorization: .init(host: address, path: "o/authorize/"),
                token: .init(host: address, path: "o/token/"), api: address, scopes: ["read"],
                callback: callback,
                revocation: .form(.init(host: address, path: "o/revoke_token/")),
                identity: { host in
                    host.output(of: AccountRequest()).mapFailure { error in
                        let isRefused = [.unauthorized, .forbidden].contains(error.code)
                        return FeedError(isRefused ? .tokenRefused : .network, "\(error)")
                    }
                })
        }
    }
}

/// Requests the account of a token from the server.
private struct AccountRequest: HTTPRequest {
    private struct Content: Decodable {
        let id: String
        let email: String

        enum CodingKeys: String, CodingKey {
            case id = "account_id"
            case email
        }
    }

    var path: String { "account" }

    func handle(_ response: HTTPResponse) throws -> AccountIdentity {
        let content = try JSONDecoder().decode(Content.self, from: Data(response.bytes))
        return AccountIdentity(account: FeedAccount(rawValue: content.id), email: content.email)
    }
}

/// The process of the server, which ends with the object.
private final class OAuthServer: Sendable {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "OAuthServer/run")

    let address: String
    private let input: Pipe

    /// Whether the server can be run; otherwise the reason is printed.
    static func canRun() async throws -> Bool {
        let check = try await Shell.run("'\(script.path)' --check")
        guard check.status == 77 else { return true }
        FileHandle.standardError.write(Data(check.output.utf8))
        return false
    }

    init(redirect: String) async throws {
        let process = Process()
        let output = Pipe()
        input = Pipe()
        process.executableURL = Self.script
        process.arguments = [redirect]
        process.standardInput = input
        process.standardOutput = output
        try process.runReceivingSignals()
        address = try await onThreadOfItsOwn {
            var line = Data()
            while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty,
                byte.first != UInt8(ascii: "\n")
            { line += byte }
            return String(decoding: line, as: UTF8.self)
        }
    }

    deinit { try? input.fileHandleForWriting.close() }
}
