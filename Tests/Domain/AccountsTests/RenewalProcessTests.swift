import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import KeyedStore
import PhotoFeed
import Scheduling
import Signals
import Testing

@testable import Accounts

/// The renewal of one account by several processes at the same moment, in real time.
@Suite struct RenewalProcessTests {
    @Test func processesOfOneAccountRequestOneToken() async throws {
        let temporary = try TemporaryFolder()
        let accounts = AccountStore(in: AccountFolders(path: temporary("accounts")))
        // The access token has ended long ago.
        try await accounts.add(
            .test(), .test(refresh: "canary-refresh-0", expires: 1, lifetime: 14_400))
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        [path = temporary.path as String] in
                        #expect(await RenewalProcessTests.token(in: path) == "canary-access-1")
                    }
                }
            }
        }
        #expect(try temporary.content("renewals") == "canary-refresh-0\n")
        let stored = try await accounts.credentials(of: .test()).credential()
        #expect(stored?.refreshToken == Secret("canary-refresh-1"))
    }

    /// Returns the token of the account below `path`, and notes each renewal in a file.
    private static func token(in path: String) async -> String? {
        let scheduler = WorkScheduler(name: "BL")
        let accounts = AccountStore(in: AccountFolders(path: path + "/accounts"))
        let token: String? = await withCheckedContinuation { continuation in
            scheduler.schedule { home in
                let gateway = GatewayStub(home: home) { call in
                    let form = String(decoding: call.body, as: UTF8.self)
                    let file = fopen(path + "/renewals", "a")
                    let token = form.split(separator: "&").first { $0.hasPrefix("refresh_token=") }
                    fputs("\(token?.dropFirst("refresh_token=".count) ?? "")\n", file)
                    fclose(file)
                    var response = StubResponse.text(
                        """
                        {"access_token": "canary-access-1", "token_type": "bearer",
                         "expires_in": 14400, "refresh_token": "canary-refresh-1"}
                        """)
                    response.delay = .milliseconds(300)
                    return response
                }
                do {
                    let client = try OAuthClient(
                        provider: .test(rotates: true), appKey: "key", gateway: gateway)
                    let issuer = try AccountTokenIssuer(of: .test(), in: accounts, client: client)
                    var token: String?
                    issuer.token(inPlaceOf: nil).observe(
                        { token = $0.secret.reveal() },
                        ended: { _ in
                            withExtendedLifetime((gateway, issuer)) {}
                            continuation.resume(returning: token)
                        })
                } catch {
                    continuation.resume(returning: nil)
                }
            }
        }
        withExtendedLifetime(scheduler) {}
        return token
    }
}
