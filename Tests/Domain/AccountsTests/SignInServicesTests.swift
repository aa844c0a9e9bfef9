import DurableFiles
import HTTPGateway
import HTTPGatewayTestKit
import KeyedStore
import PhotoFeed
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import Accounts

/// A sign-in with a pasted code, from the first scene to the last one, in virtual time.
@Suite struct SignInServicesTests {
    private let scheduler = VirtualScheduler()
    private let temporary: TemporaryFolder
    private let accounts: AccountStore

    init() throws {
        temporary = try TemporaryFolder()
        accounts = AccountStore(in: AccountFolders(path: temporary("accounts")))
    }

    /// Runs sign-ins as the user interface does, with the answers of a person.
    private final class Person {
        private let services: SignInServices
        private(set) var state: SignInState
        /// The effects for the user interface, in order.
        private(set) var seen: [SignInEffect] = []
        private let lifetime = Disposable()
        var isRightAccount = true
        var codes = ["code"]

        init(_ services: SignInServices, _ options: SignInOptions) {
            self.services = services
            state = SignInState(options)
        }

        func start() { perform(state.start) }

        func stop() { send(.cancelled) }

        private func perform(_ effects: [SignInEffect]) {
            for effect in effects {
                if let events = services.events(of: effect) {
                    events.observe(within: lifetime) { [weak self] in self?.send($0) }
                    continue
                }
                seen.append(effect)
                switch effect {
                case .askCode: send(codes.isEmpty ? .cancelled : .pasted(codes.removeFirst()))
                case .confirm: send(.confirmed(isRightAccount))
                default: break
                }
            }
        }

        private func send(_ event: SignInEvent) { perform(state.handle(event)) }

        var account: Account? {
            if case .finish(let account)? = seen.last { account } else { nil }
        }

        var error: AccountError? {
            if case .fail(let error)? = seen.last { error } else { nil }
        }
    }

    private func person(
        _ server: ScriptedServer, _ gateway: GatewayStub,
        _ change: (inout SignInOptions) -> Void = { _ in }
    ) -> Person {
        var options = SignInOptions(
            provider: "dropbox", scopes: OAuthProvider.test().scopes)
        options.name = .test()
        options.appKey = "key"
        change(&options)
        let scheduler = scheduler
        return Person(
            SignInServices(
                provider: .test(), gateway: gateway, accounts: accounts,
                wallClock: { 1_000_000 + scheduler.now.nanoseconds / 1_000_000_000 }), options)
    }

    @Test func aPastedCodeLeadsToAnAccountByTwoRequests() throws {
        try scheduler.enter {
            let server = ScriptedServer(scheduler)
            let gateway = server.gateway()
            let person = person(server, gateway)
            person.start()
            scheduler.run()
            let account = try #require(person.account)
            #expect(account.identity.email == "ada@example.com" && account.name == .test())
            #expect(account.scopes == server.scopes)
            #expect(
                gateway.calls.map(\.url.path) == ["/oauth2/token", "/2/users/get_current_account"])
            #expect(try accounts.folders.accounts() == [account])
            let json = try temporary.content("accounts/work/account.json")
            #expect(!json.contains("canary-access") && !json.contains("canary-refresh"))
        }
    }

    @Test func nothingIsStoredBeforeTheUserConfirms() throws {
        scheduler.enter {
            let server = ScriptedServer(scheduler)
            let person = person(server, server.gateway())
            person.isRightAccount = false
            person.start()
            scheduler.run()
            #expect(person.error?.code == .cancelled)
            #expect(temporary.files.isEmpty)
            // The grant that is not used has ended.
            #expect(server.revoked == ["canary-access-1"])
        }
    }

    @Test func aRefusedCodeGetsAnAddressWithANewVerifier() throws {
        scheduler.enter {
            let server = ScriptedServer(scheduler)
            server.tokenAnswers = (0..<2).map { _ in
                .text(#"{"error":"invalid_grant"}"#, status: 400)
            }
            let person = person(server, server.gateway())
            person.codes = ["one", "two", "three"]
            person.start()
            scheduler.run()
            #expect(person.account != nil)
            #expect(server.forms.map { $0["code"] } == ["one", "two", "three"])
            #expect(Set(server.forms.map { $0["code_verifier"] }).count == 3)
            let addresses = person.seen.compactMap { effect in
                if case .show(let address, _) = effect { address.string } else { nil }
            }
            #expect(Set(addresses).count == 3)
        }
    }

    @Test func aMissingPermissionEndsTheSignIn() throws {
        scheduler.enter {
            let server = ScriptedServer(scheduler)
            server.scopes = ["account_info.read"]
            let person = person(server, server.gateway())
            person.start()
            scheduler.run()
            #expect(person.error?.code == .scopeMissing)
            #expect(person.error?.message.contains("files.metadata.read") == true)
            #expect(temporary.files == [] && server.revoked.count == 1)
        }
    }

    @Test func theSameAccountUnderASecondNameIsRefused() throws {
        try scheduler.enter {
            let server = ScriptedServer(scheduler)
            let gateway = server.gateway()
            let first = person(server, gateway)
            first.start()
            scheduler.run()
            let second = person(server, gateway) { $0.name = .test("home") }
            second.start()
            scheduler.run()
            #expect(second.error?.code == .accountMismatch)
            let names = try accounts.folders.accounts().map(\.name)
            #expect(names == [.test()])
            let third = person(server, gateway) {
                $0.name = .test("home")
                $0.replaces = true
            }
            third.start()
            scheduler.run()
            #expect(third.account != nil)
            #expect(try accounts.folders.accounts().map(\.name) == [.test("home")])
            // The second grant was not stored, the first one is no longer stored.
            #expect(server.revoked == ["canary-access-2", "canary-access-1"])
        }
    }

    @Test func aSecondSignInEndsTheGrantOfTheFirst() throws {
        scheduler.enter {
            let server = ScriptedServer(scheduler)
            let gateway = server.gateway()
            for _ in 0..<2 {
                let person = person(server, gateway)
                person.start()
                scheduler.run()
                #expect(person.account != nil)
            }
            #expect(server.revoked == ["canary-access-1"])
        }
    }

    @Test func aFormerGrantThatCannotBeEndedDelaysTheSignInByFiveSeconds() throws {
        scheduler.enter {
            let server = ScriptedServer(scheduler)
            let first = person(server, server.gateway())
            first.start()
            scheduler.run()
            let silent = GatewayStub(home: .here) { call in
                var response = try server.respond(to: call)
                if call.url.path == "/2/auth/token/revoke" { response.delay = .seconds(1_000) }
                return response
            }
            let second = person(server, silent)
            second.start()
            scheduler.advance(by: .seconds(4))
            #expect(second.account == nil && second.state.scene == .store)
            scheduler.advance(by: .seconds(2))
            #expect(second.account != nil)
        }
    }

    @Test func aSignInThatIsStoppedDuringTheExchangeEndsItsGrant() throws {
        scheduler.enter {
            let server = ScriptedServer(scheduler)
            server.tokenDelay = .seconds(10)
            let person = person(server, server.gateway())
            person.start()
            scheduler.advance(by: .seconds(1))
            #expect(person.state.scene == .exchange)
            person.stop()
            #expect(person.error == nil)
            scheduler.run()
            #expect(person.error?.code == .cancelled)
            #expect(server.revoked == ["canary-access-1"] && temporary.files.isEmpty)
        }
    }

    @Test func theCredentialOfASignInRenewsItself() throws {
        try scheduler.enter {
            let server = ScriptedServer(scheduler)
            let gateway = server.gateway()
            let person = person(server, gateway)
            person.start()
            scheduler.run()
            let account = try #require(person.account)
            let client = try OAuthClient(
                provider: .test(), appKey: account.appKey, gateway: gateway)
            let scheduler = scheduler
            let tokens = TokenSource(
                issuer: try AccountTokenIssuer(
                    of: account, in: accounts, client: client,
                    wallClock: { 1_000_000 + scheduler.now.nanoseconds / 1_000_000_000 }),
                home: gateway.home)
            let host = HTTPHost(
                at: try HTTPURL("https://api.example.org"), through: gateway, credentials: tokens)
            let first = Events(host.output(of: GET("x")))
            scheduler.run()
            scheduler.advance(by: .seconds(20_000))
            let second = Events(host.output(of: GET("x")))
            scheduler.run()
            #expect(first.completion == .completed && second.completion == .completed)
            #expect(server.renewals == 1)
            #expect(
                temporary.files == [
                    "accounts", "accounts/.lock", "accounts/work", "accounts/work/account.json",
                    "accounts/work/account.json.lock", "accounts/work/credential.json",
                    "accounts/work/credential.json.lock", "accounts/work/renewal.lock",
                ])
        }
    }

    @Test func aSignInWaitsForARenewalOfAnotherProcess() throws {
        try scheduler.enter {
            let server = ScriptedServer(scheduler)
            let gateway = server.gateway()
            let first = person(server, gateway)
            first.start()
            scheduler.run()
            let folder = try #require(try accounts.folders.folder(of: .test()))
            var lock: Lock? = Lock(try FolderLock("renewal.lock", in: folder))
            let second = person(server, gateway)
            second.start()
            scheduler.advance(by: .seconds(10))
            #expect(second.state.scene == .store && second.account == nil)
            withExtendedLifetime(lock) {}
            lock = nil
            scheduler.run()
            #expect(second.account != nil)
        }
    }

    @Test func aRenewalThatHasBegunStoresNoCredentialForAnAccountThatIsReplaced() throws {
        try scheduler.enter {
            let server = ScriptedServer(scheduler)
            let gateway = server.gateway()
            let first = person(server, gateway)
            first.start()
            scheduler.run()
            let account = try #require(first.account)
            let client = try OAuthClient(
                provider: .test(), appKey: account.appKey, gateway: gateway)
            let scheduler = scheduler
            let issuer = try AccountTokenIssuer(
                of: account, in: accounts, client: client,
                wallClock: { 1_000_000 + scheduler.now.nanoseconds / 1_000_000_000 })
            server.tokenDelay = .seconds(10)
            let renewal = Events(issuer.token(inPlaceOf: Secret("canary-access-1")))
            scheduler.advance(by: .seconds(1))
            server.tokenDelay = .zero
            let second = person(server, gateway) {
                $0.name = .test("home")
                $0.replaces = true
            }
            second.start()
            scheduler.advance(by: .seconds(1))
            #expect(second.state.scene == .store && renewal.values.isEmpty)
            scheduler.run()
            #expect(renewal.values.count == 1 && renewal.error == nil)
            #expect(second.account != nil)
            #expect(temporary.files.contains("accounts/home/credential.json"))
            #expect(!temporary.files.contains("accounts/work/credential.json"))
            // The grant is that of the renewed token, which is no longer stored.
            #expect(server.revoked == ["canary-access-2"])
        }
    }

    private final class Lock {
        private let lock: FolderLock

        init(_ lock: consuming FolderLock) { self.lock = lock }
    }
}
