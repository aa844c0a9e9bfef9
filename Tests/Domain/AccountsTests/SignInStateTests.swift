import DropboxFeed
import KeyedStore
import PhotoFeed
import Testing

@testable import Accounts

/// Each event in each scene of a sign-in.
@Suite struct SignInStateTests {
    private static let answer = TokenAnswer(
        accessToken: Secret("canary-access"), lifetime: 14_400,
        refreshToken: Secret("canary-refresh"), scopes: ["a", "b"])
    private static let identity = AccountIdentity(
        account: FeedAccount(rawValue: "dbid:ada"), name: "Ada Park", email: "ada@example.com",
        teamSpace: "7")
    private static let refused = AccountError(.grantRefused, "no")

    private static func options(
        _ change: (inout SignInOptions) -> Void = { _ in }
    ) -> SignInOptions {
        var options = SignInOptions(provider: "dropbox", scopes: ["a", "b"])
        options.appKey = "key"
        options.name = .test()
        change(&options)
        return options
    }

    private static func request() throws -> AuthorizationRequest {
        try AuthorizationRequest(to: .dropbox, appKey: "key")
    }

    /// A short form of the effects, without their texts.
    private func describe(_ effects: [SignInEffect]) -> String {
        effects.map { effect in
            switch effect {
            case .loadAccounts: "load"
            case .askName(let suggestion, let problem):
                "ask name \(suggestion)\(problem.map { " \($0.code.name)" } ?? "")"
            case .askAppKey(let problem):
                "ask key\(problem.map { " \($0.code.name)" } ?? "")"
            case .prepare(let key, let usesCallback):
                "prepare \(key)\(usesCallback ? " with callback" : "")"
            case .show(_, let problem): "show\(problem.map { " \($0.code.name)" } ?? "")"
            case .awaitAnswer(let limit): "await \(limit.components.seconds)"
            case .askCode(let problem, let limit):
                "ask code \(limit.components.seconds)"
                    + (problem.map { " \($0.code.name)" } ?? "")
            case .redeem: "redeem"
            case .identify: "identify"
            case .askUser(let problem):
                "ask user\(problem.map { " \($0.code.name)" } ?? "")"
            case .askPassword(let user, let problem):
                "ask password of \(user)\(problem.map { " \($0.code.name)" } ?? "")"
            case .checkPassword(let user, _): "check \(user)"
            case .confirm: "confirm"
            case .store(let account, _, let replaces):
                "store \(account.name)\(replaces ? " replacing" : "")"
            case .revoke: "revoke"
            case .closeCallback: "close"
            case .finish(let account): "finish \(account.name)"
            case .fail(let error): "fail \(error.code.name)"
            }
        }.joined(separator: ", ")
    }

    /// The state of a sign-in in `scene`, which a person at a terminal reaches.
    private func state(
        _ scene: SignInState.Scene, _ options: SignInOptions = options()
    ) throws -> SignInState {
        var state = SignInState(options)
        let code: SignInEvent =
            options.usesCallback
            ? .answered(.code(try AuthorizationCode(pasted: "code"))) : .pasted("code")
        let events: [(SignInState.Scene, SignInEvent)] = [
            (.name, .loaded([])), (.address, .prepared(try Self.request())), (.code, code),
            (.exchange, .redeemed(Self.answer, at: 0)), (.identity, .identified(Self.identity)),
            (.identity, .confirmed(true)), (.store, .stored),
        ]
        if scene == .failed {
            _ = state.handle(.cancelled)
            return state
        }
        for (before, event) in events where state.scene != scene {
            if state.scene == before { _ = state.handle(event) }
        }
        #expect(state.scene == scene)
        return state
    }

    private enum Input: String, CaseIterable {
        case loaded, named, key, prepared, pasted, answered, denied, redeemed, identified, right,
            wrong, stored, network, refused, cancelled

        func event() throws -> SignInEvent {
            switch self {
            case .loaded: .loaded([])
            case .named: .named("home")
            case .key: .enteredAppKey("other")
            case .prepared: .prepared(try SignInStateTests.request())
            case .pasted: .pasted("code")
            case .answered: .answered(.code(try AuthorizationCode(pasted: "code")))
            case .denied: .answered(.refused("access_denied"))
            case .redeemed: .redeemed(SignInStateTests.answer, at: 0)
            case .identified: .identified(SignInStateTests.identity)
            case .right: .confirmed(true)
            case .wrong: .confirmed(false)
            case .stored: .stored
            case .network: .failed(AccountError(.network, "gone"))
            case .refused: .failed(SignInStateTests.refused)
            case .cancelled: .cancelled
            }
        }
    }

    /// The scene and the effects after an input, where it has any.
    private func table(
        _ options: SignInOptions, _ scene: SignInState.Scene
    ) throws -> [String: String] {
        var found: [String: String] = [:]
        for input in Input.allCases {
            var state = try state(scene, options)
            let effects = state.handle(try input.event())
            if state.scene != scene || !effects.isEmpty {
                found[input.rawValue] = "\(state.scene): \(describe(effects))"
            }
        }
        return found
    }

    /// The scenes and the effects of a sign-in with a password, after each of `events`.
    private func passwordCourse(
        _ events: [SignInEvent], _ change: (inout SignInOptions) -> Void = { _ in }
    ) -> [String] {
        var options = SignInOptions(provider: "webdav", scopes: [])
        options.name = .test()
        options.usesPassword = true
        options.endpoint = "https://cloud.example.org/dav"
        change(&options)
        var state = SignInState(options)
        return events.map {
            let effects = state.handle($0)
            return "\(state.scene): \(describe(effects))"
        }
    }

    private static let password = Secret("canary-password")
    private static let ada = AccountIdentity(account: FeedAccount(rawValue: "ada"))

    @Test func aPasswordReplacesThreeScenesAndReusesTheOthers() {
        let course = passwordCourse([
            .loaded([]), .enteredUser("ada"), .enteredPassword(Self.password),
            .identified(Self.ada), .confirmed(true), .stored,
        ])
        #expect(
            course == [
                "password: ask user", "password: ask password of ada", "identity: check ada",
                "identity: confirm", "store: store work", "done: finish work",
            ])
    }

    @Test func aRefusedPasswordIsNotAskedForAgain() {
        let course = passwordCourse([
            .loaded([]), .enteredUser("ada"), .enteredPassword(Self.password),
            .failed(Self.refused), .enteredPassword(Self.password),
        ])
        // A password has no grant, so nothing is revoked.
        #expect(course.suffix(2) == ["failed: fail grantRefused", "failed: "])
    }

    @Test func aUserNameOrAPasswordThatIsNotValidIsAskedForAgain() {
        let course = passwordCourse([
            .loaded([]), .enteredUser("a:\u{301}b"), .enteredUser(""), .enteredUser("ada"),
            .enteredPassword(Secret("")), .enteredPassword(Secret("a\u{1}b")),
        ])
        #expect(
            course.dropFirst() == [
                "password: ask user passwordInvalid", "password: ask user passwordInvalid",
                "password: ask password of ada",
                "password: ask password of ada passwordInvalid",
                "password: ask password of ada passwordInvalid",
            ])
    }

    @Test func aSignInWithAPasswordNeedsNoPersonOrNamesWhatIsMissing() {
        let complete = passwordCourse([.loaded([]), .identified(Self.ada), .stored]) {
            $0.canAsk = false
            $0.user = "ada"
            $0.password = Self.password
        }
        #expect(complete == ["identity: check ada", "store: store work", "done: finish work"])
        #expect(
            passwordCourse([.loaded([])]) { $0.canAsk = false } == ["failed: fail inputMissing"])
        let colon = passwordCourse([.loaded([])]) { $0.user = "a:b" }
        #expect(colon == ["failed: fail passwordInvalid"])
    }

    @Test func aFurtherSignInUsesTheUserNameOfTheAccount() {
        let account = Account(
            name: .test(), provider: "webdav", endpoint: "https://cloud.example.org/dav",
            appKey: "", identity: Self.ada)
        #expect(passwordCourse([.loaded([account])]) == ["password: ask password of ada"])
    }

    @Test func everyEventInEveryScene() throws {
        let options = Self.options()
        let expected: [SignInState.Scene: [String: String]] = [
            .name: [
                "loaded": "address: prepare key", "network": "failed: fail network",
                "refused": "failed: fail grantRefused", "cancelled": "failed: fail cancelled",
            ],
            .address: [
                "prepared": "code: show, ask code 600", "network": "failed: fail network",
                "refused": "failed: fail grantRefused", "cancelled": "failed: fail cancelled",
            ],
            .code: [
                "pasted": "exchange: redeem", "network": "failed: fail network",
                "refused": "failed: fail grantRefused", "cancelled": "failed: fail cancelled",
            ],
            .exchange: [
                "redeemed": "identity: identify", "network": "failed: fail network",
                "refused": "address: prepare key",
            ],
            .identity: [
                "identified": "identity: confirm", "network": "failed: revoke, fail network",
                "refused": "failed: revoke, fail grantRefused",
                "cancelled": "failed: revoke, fail cancelled",
            ],
            .store: [
                "stored": "done: finish work", "network": "failed: revoke, fail network",
                "refused": "failed: revoke, fail grantRefused",
            ],
            .done: [:], .failed: [:],
        ]
        // A sign-in with tokens has no password.
        #expect(Set(expected.keys).union([.password]) == Set(SignInState.Scene.allCases))
        for (scene, rows) in expected {
            #expect(try table(options, scene) == rows, "\(scene)")
        }
    }

    @Test func everyEventInEverySceneWithACallback() throws {
        let options = Self.options { $0.usesCallback = true }
        #expect(
            try table(options, .address) == [
                "prepared": "code: show, await 300", "network": "failed: close, fail network",
                "refused": "failed: close, fail grantRefused",
                "cancelled": "failed: close, fail cancelled",
            ])
        #expect(
            try table(options, .code) == [
                "answered": "exchange: redeem", "denied": "failed: close, fail accessDenied",
                "network": "failed: close, fail network",
                "refused": "failed: close, fail grantRefused",
                "cancelled": "failed: close, fail cancelled",
            ])
        #expect(
            try table(options, .name)["loaded"] == "address: prepare key with callback")
    }

    @Test func theAccountIsConfirmedByTheUser() throws {
        for (answer, expected) in [
            (true, "store: store work"), (false, "failed: revoke, fail cancelled"),
        ] {
            var state = try state(.identity)
            // An answer to a question that was not asked has no effect.
            #expect(state.handle(.confirmed(answer)).isEmpty)
            _ = state.handle(.identified(Self.identity))
            #expect(state.handle(.identified(Self.identity)).isEmpty)
            let effects = state.handle(.confirmed(answer))
            #expect("\(state.scene): \(describe(effects))" == expected)
        }
    }

    @Test func theNameAndTheKeyAreAskedFor() throws {
        var state = SignInState(
            Self.options {
                $0.name = nil
                $0.appKey = nil
            })
        #expect(describe(state.start) == "load")
        #expect(state.handle(.named("early")).isEmpty)
        #expect(describe(state.handle(.loaded([]))) == "ask name dropbox")
        #expect(describe(state.handle(.named("No Name"))) == "ask name dropbox nameInvalid")
        #expect(describe(state.handle(.named(""))) == "ask key")
        #expect(state.handle(.named("late")).isEmpty)
        #expect(describe(state.handle(.enteredAppKey("  "))) == "ask key appKeyInvalid")
        #expect(describe(state.handle(.enteredAppKey(" key\n"))) == "prepare key")
        #expect(state.scene == .address)
    }

    @Test func theKeyOfAKnownAccountIsUsedAgain() throws {
        var state = SignInState(Self.options { $0.appKey = nil })
        #expect(describe(state.handle(.loaded([.test()]))) == "prepare key")
    }

    @Test func aBuiltInKeyComesLast() throws {
        func start(_ known: [Account], _ change: (inout SignInOptions) -> Void) -> String {
            var state = SignInState(
                Self.options {
                    $0.builtInAppKey = "packaged"
                    change(&$0)
                })
            return describe(state.handle(.loaded(known)))
        }
        #expect(start([]) { $0.appKey = nil } == "prepare packaged")
        #expect(start([.test()]) { $0.appKey = nil } == "prepare key")
        #expect(start([]) { $0.appKey = "own" } == "prepare own")
        let headless = start([]) {
            $0.appKey = nil
            $0.canAsk = false
            $0.usesCallback = true
            $0.user = "ada@example.com"
        }
        #expect(headless == "prepare packaged with callback")
    }

    @Test func theRepositoryHasNoAppKey() {
        #expect(OAuthProvider.dropbox.appKey == nil)
    }

    @Test(arguments: ["", "k\u{E9}y", String(repeating: "k", count: 129)])
    func anInvalidKeyOfAnOptionIsAnError(_ key: String) {
        var state = SignInState(Self.options { $0.appKey = key })
        #expect(describe(state.handle(.loaded([]))) == "fail appKeyInvalid")
    }

    @Test func withoutInputEverythingThatIsMissingIsNamed() {
        func error(_ change: (inout SignInOptions) -> Void) -> String? {
            var state = SignInState(
                Self.options {
                    $0.canAsk = false
                    $0.name = nil
                    change(&$0)
                })
            guard case .fail(let error)? = state.handle(.loaded([])).first else { return nil }
            #expect(error.code == .inputMissing)
            return error.message
        }
        let needs = "a sign-in without input needs "
        #expect(
            error { $0.appKey = nil } == needs + "--app-key KEY and --loopback and --user EMAIL")
        #expect(error { $0.user = "a" } == needs + "--loopback")
        #expect(
            error {
                $0.appKey = nil
                $0.usesCallback = true
                $0.user = "a"
            } == needs + "--app-key KEY")
        #expect(error { $0.usesCallback = true } == needs + "--user EMAIL")
        #expect(
            error {
                $0.usesCallback = true
                $0.user = "a"
            } == nil)
    }

    /// Any user of the machine may have sent the code, of an account of his own.
    @Test(arguments: [
        ("ada@example.com", "store dropbox"), ("Ada@Example.com", "store dropbox"),
        ("dbid:ada", "store dropbox"), ("bob@example.com", "revoke, fail accountMismatch"),
        ("", "revoke, fail accountMismatch"), ("Ada Park", "revoke, fail accountMismatch"),
        ("ad\u{E0}@example.com", "revoke, fail accountMismatch"),
    ])
    func withoutInputTheProviderIsTheNameAndTheUserMustBeTheExpectedOne(
        _ user: String, _ end: String
    ) throws {
        var state = SignInState(
            Self.options {
                $0.canAsk = false
                $0.name = nil
                $0.usesCallback = true
                $0.user = user
            })
        var effects = state.handle(.loaded([]))
        #expect(describe(effects) == "prepare key with callback")
        for event in [
            SignInEvent.prepared(try Self.request()),
            .answered(.code(try AuthorizationCode(pasted: "code"))),
            .redeemed(Self.answer, at: 0), .identified(Self.identity),
        ] { effects = state.handle(event) }
        #expect(describe(effects) == end)
    }

    @Test func aCodeThatIsNotOneIsAskedForAgain() throws {
        var state = try state(.code)
        #expect(describe(state.handle(.pasted("a b"))) == "ask code 600 codeMalformed")
        #expect(state.scene == .code)
    }

    @Test func aRefusedCodeGetsANewAddressThreeTimes() throws {
        var state = try state(.code)
        var proofs: Set<AuthorizationProof> = []
        for round in 1...4 {
            let effects = state.handle(.pasted("code"))
            guard case .redeem(_, let request)? = effects.first else {
                Issue.record("the code is not redeemed")
                return
            }
            #expect(proofs.insert(request.proof).inserted)
            let next = state.handle(.failed(Self.refused))
            guard round < 4 else {
                #expect(describe(next) == "fail grantRefused")
                break
            }
            #expect(describe(next) == "prepare key")
            #expect(
                describe(state.handle(.prepared(try Self.request())))
                    == "show grantRefused, ask code 600")
        }
        #expect(state.scene == .failed)
    }

    @Test func aMissingPermissionIsNamed() throws {
        var state = try state(.exchange)
        let answer = TokenAnswer(accessToken: Secret("canary"), scopes: ["b"])
        let effects = state.handle(.redeemed(answer, at: 0))
        #expect(describe(effects) == "revoke, fail scopeMissing")
        guard case .fail(let error)? = effects.last else { return }
        #expect(error.message.hasPrefix("the permission a was not granted"))
    }

    @Test(arguments: [Account.test(id: "dbid:bob"), .test("home")])
    func anAccountOrANameThatIsKnownIsReplacedOnRequestOnly(_ known: Account) throws {
        for replaces in [false, true] {
            var state = SignInState(
                Self.options {
                    $0.replaces = replaces
                    $0.canAsk = false
                    $0.usesCallback = true
                    $0.user = "ada@example.com"
                })
            var effects = state.handle(.loaded([known]))
            for event in [
                SignInEvent.prepared(try Self.request()),
                .answered(.code(try AuthorizationCode(pasted: "code"))),
                .redeemed(Self.answer, at: 0), .identified(Self.identity),
            ] { effects = state.handle(event) }
            #expect(
                describe(effects)
                    == (replaces ? "store work replacing" : "revoke, fail accountMismatch"))
        }
    }

    @Test func theNameOfAnotherServerIsRefusedBeforeTheBrowserOpens() {
        var state = SignInState(Self.options())
        let known = Account.test(endpoint: "http://127.0.0.1:1")
        #expect(describe(state.handle(.loaded([known]))) == "fail accountMismatch")
    }

    @Test func theStoredAccountHasTheChoicesOfTheUser() throws {
        var state = try state(
            .identity,
            Self.options {
                $0.usesTeamSpace = true
                $0.credentialCommand = "pass"
                $0.library = "/x"
            })
        _ = state.handle(.identified(Self.identity))
        guard case .store(let account, let credential, _)? = state.handle(.confirmed(true)).first
        else {
            Issue.record("nothing is stored")
            return
        }
        #expect(
            account
                == Account(
                    name: .test(), provider: "dropbox", appKey: "key", identity: Self.identity,
                    scopes: ["a", "b"], usesTeamSpace: true, credentialCommand: "pass",
                    library: "/x"))
        #expect(
            credential
                == .test(
                    "canary-access", refresh: "canary-refresh", expires: 14_400,
                    lifetime: 14_400))
    }

    @Test(arguments: [(nil, "/former"), ("/new", "/new")] as [(String?, String)])
    func aNameHasItsFormerLibraryUnlessAnotherIsChosen(
        _ chosen: String?, _ expected: String
    ) throws {
        var state = SignInState(Self.options { $0.library = chosen })
        let libraries = [AccountName.test(): "/former", AccountName.test("other"): "/other"]
        let events: [SignInEvent] = [
            .loaded([], formerLibraries: libraries), .prepared(try Self.request()),
            .pasted("code"), .redeemed(Self.answer, at: 0), .identified(Self.identity),
            .confirmed(true),
        ]
        var effects: [SignInEffect] = []
        for event in events { effects = state.handle(event) }
        guard case .store(let account, _, _)? = effects.first else {
            Issue.record("nothing is stored")
            return
        }
        #expect(account.library == expected)
    }

    @Test(arguments: [
        ("redeemed", "revoke, fail cancelled"), ("network", "fail cancelled"),
        ("refused", "fail cancelled"),
    ])
    func anExchangeThatIsStoppedAwaitsItsAnswer(_ input: String, _ expected: String) throws {
        var state = try state(.exchange)
        for _ in 0..<2 { #expect(state.handle(.cancelled).isEmpty && state.scene == .exchange) }
        let event = try #require(Input(rawValue: input)).event()
        #expect(describe(state.handle(event)) == expected)
        #expect(state.scene == .failed)
    }

    @Test func aStoreThatHasBegunIsNotCancelled() throws {
        var state = try state(.store)
        #expect(state.handle(.cancelled).isEmpty && state.scene == .store)
    }
}
