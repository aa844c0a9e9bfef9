import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import Accounts

@Suite struct SignOutTests {
    private let scheduler = VirtualScheduler()
    private let temporary: TemporaryFolder
    private let accounts: AccountStore

    init() throws {
        temporary = try TemporaryFolder()
        accounts = AccountStore(in: AccountFolders(path: temporary("accounts")))
    }

    private var hasCredential: Bool { temporary.files.contains("accounts/work/credential.json") }

    /// Signs out of an account whose access token is valid at the server.
    private func signOut(
        forgets: Bool = false, hasCredential: Bool = true,
        _ change: (ScriptedServer) -> Void = { _ in },
        through gateway: ((ScriptedServer) -> GatewayStub)? = nil,
        atClock: @escaping @Sendable () -> Void = {}
    ) throws -> (events: Result, server: Counts) {
        try scheduler.enter { () throws -> (Result, Counts) in
            let server = ScriptedServer(scheduler)
            let token = server.issue()
            try accounts.folders.store(.test())
            let scheduler = scheduler
            if hasCredential {
                let store = accounts.credentials(of: .test())
                let signal: Signal<Void, AccountError> = .performing(in: scheduler.home) {
                    () async throws(AccountError) in
                    try await store.store(
                        .test(
                            token, refresh: "canary-refresh-0", expires: 1_014_400,
                            lifetime: 14_400))
                }
                let storing = Events(signal)
                scheduler.run()
                #expect(storing.completion == .completed)
            }
            change(server)
            let service = SignOut(
                provider: .test(), gateway: gateway?(server) ?? server.gateway(),
                accounts: accounts,
                wallClock: {
                    atClock()
                    return 1_000_000 + scheduler.now.nanoseconds / 1_000_000_000
                })
            let events = Events(service.signOut(of: .test(), forgets: forgets))
            scheduler.run()
            return (
                (events.values.first, events.error),
                Counts(renewals: server.renewals, revoked: server.revoked)
            )
        }
    }

    private typealias Result = (SignOut.Outcome?, AccountError?)

    private struct Counts {
        let renewals: Int
        let revoked: [String]
    }

    private static func offline(_: ScriptedServer) -> GatewayStub {
        GatewayStub(home: .here) { _ in
            throw HTTPError(.connectFailed, "no network", phase: .connecting)
        }
    }

    @Test func theGrantIsEndedAndThenTheCredentialErased() throws {
        let (result, server) = try signOut()
        #expect(result.0 == .ended && server.revoked == ["canary-access-1"])
        #expect(!hasCredential)
        #expect(try accounts.folders.accounts().isEmpty)
    }

    @Test func anExpiredTokenIsRenewedToEndTheGrant() throws {
        let (result, server) = try signOut { $0.expireTokens() }
        #expect(result.0 == .ended && server.renewals == 1)
        #expect(server.revoked == ["canary-access-2"] && !hasCredential)
    }

    @Test func aSignInThatEndsMeanwhileIsKept() throws {
        let file = URL(filePath: temporary("accounts/work/credential.json"))
        let new = AccountCredential.test("canary-access-9", refresh: "canary-refresh-9")
        let (result, server) = try signOut(through: { server in
            GatewayStub(home: .here) { call in
                if call.url.path.hasSuffix("/revoke") { try Data(new.json).write(to: file) }
                return try server.respond(to: call)
            }
        })
        #expect(result.0 == .replaced(nil) && server.revoked == ["canary-access-1"])
        #expect(try Data(contentsOf: file) == Data(new.json))
        #expect(try accounts.folders.accounts() == [.test()])
    }

    @Test func theTokenOfASignInThatEndsMeanwhileIsNotRevoked() throws {
        let file = URL(filePath: temporary("accounts/work/credential.json"))
        let new = AccountCredential.test("canary-access-2", refresh: "canary-refresh-9")
        let (result, server) = try signOut(through: { server in
            GatewayStub(home: .here) { call in
                if call.headers["authorization"] == "Bearer canary-access-1" {
                    server.expireTokens()
                    _ = server.issue()
                    try Data(new.json).write(to: file)
                }
                return try server.respond(to: call)
            }
        })
        #expect(result.0 == .replaced(nil) && server.revoked.isEmpty && server.renewals == 0)
        #expect(try Data(contentsOf: file) == Data(new.json))
        #expect(try accounts.folders.accounts() == [.test()])
    }

    @Test func aSignInThatEndsAfterTheCredentialWasReadIsKept() throws {
        let file = URL(filePath: temporary("accounts/work/credential.json"))
        let new = AccountCredential.test("canary-access-9", refresh: "canary-refresh-9")
        let (result, server) = try signOut(atClock: { try? Data(new.json).write(to: file) })
        #expect(result.0 == .replaced(nil) && server.revoked == ["canary-access-1"])
        #expect(try Data(contentsOf: file) == Data(new.json))
        #expect(try accounts.folders.accounts() == [.test()])
    }

    @Test func aSignInThatEndsDuringAFailedRenewalIsKeptAndTheErrorReported() throws {
        let file = URL(filePath: temporary("accounts/work/credential.json"))
        let new = AccountCredential.test("canary-access-9", refresh: "canary-refresh-9")
        let (result, server) = try signOut(
            forgets: true, { $0.expireTokens() },
            through: { server in
                GatewayStub(home: .here) { call in
                    if call.url.path == "/oauth2/token" {
                        try Data(new.json).write(to: file)
                        throw HTTPError(.connectFailed, "no network", phase: .connecting)
                    }
                    return try server.respond(to: call)
                }
            })
        guard case .replaced(let error)? = result.0 else {
            Issue.record("the new sign-in has ended")
            return
        }
        #expect(error?.code == .network && server.revoked.isEmpty)
        #expect(try Data(contentsOf: file) == Data(new.json))
        #expect(try accounts.folders.accounts() == [.test()])
    }

    @Test func aRefreshTokenThatTheSignOutReplacesIsErased() throws {
        let (result, server) = try signOut {
            $0.rotates = true
            $0.expireTokens()
        }
        #expect(result.0 == .ended && server.renewals == 1)
        #expect(server.revoked == ["canary-access-2"] && !hasCredential)
    }

    @Test func aGrantThatHasEndedIsErased() throws {
        let (result, server) = try signOut {
            $0.expireTokens()
            $0.endGrant()
        }
        #expect(result.0 == .ended && server.revoked.isEmpty && !hasCredential)
    }

    @Test func anAccountWithoutACredentialIsRemoved() throws {
        let (result, server) = try signOut(hasCredential: false)
        #expect(result.0 == .ended && server.revoked.isEmpty)
        #expect(try accounts.folders.accounts().isEmpty)
    }

    @Test func offlineNothingIsErased() throws {
        let (result, _) = try signOut(through: Self.offline)
        #expect(result.1?.code == .network && hasCredential)
        #expect(try accounts.folders.accounts() == [.test()])
    }

    @Test func offlineTheCredentialIsErasedOnRequestAndTheGrantStands() throws {
        let (result, _) = try signOut(forgets: true, through: Self.offline)
        guard case .grantStands(let error)? = result.0 else {
            Issue.record("the grant counts as ended")
            return
        }
        #expect(error.code == .network && !hasCredential)
        #expect(try accounts.folders.accounts().isEmpty)
    }
}
