import HTTPGateway
import KeyedStore
import PhotoFeed

/// The course of a sign-in: its scenes, and the data that they share.
///
/// It is a pure state machine: an event returns the effects that follow. An event that does not
/// belong to the present scene has none, such as the answer to a question that is no longer asked.
/// Nothing is stored before the scene `store`, and a grant that is not stored is ended.
package struct SignInState: Sendable {
    /// The scenes, in their usual order.
    package enum Scene: String, Sendable, CaseIterable {
        /// The name and the app key are chosen.
        case name
        /// The authorization address is made.
        case address
        /// The user allows the access, and the code arrives.
        case code
        /// The code is exchanged for tokens.
        case exchange
        /// The user name and the password are entered, in place of the three scenes before.
        case password
        /// The account of the tokens, or of the password, is shown and checked.
        case identity
        /// The account and its credential are stored.
        case store
        /// The account is signed in.
        case done
        /// The sign-in ended with an error.
        case failed
    }

    /// The time for the user to answer on the provider's page, if a callback brings the code.
    package static let callbackLimit = Duration.seconds(300)
    /// The time for the user to paste a code.
    package static let pasteLimit = Duration.seconds(600)
    /// How many new addresses follow a refused code.
    package static let newAddresses = 3
    private static let longestAppKey = 128

    /// The present scene.
    package private(set) var scene = Scene.name
    /// The choices of the user.
    package let options: SignInOptions

    private var known: [Account]?
    private var formerLibraries: [AccountName: String] = [:]
    private var name: AccountName?
    private var appKey: String?
    private var user: String?
    private var request: AuthorizationRequest?
    /// The number of codes that the provider has refused, and the reason of the last one.
    private var refusals: (count: Int, last: AccountError?) = (0, nil)
    private var credential: AccountCredential?
    private var scopes: [String] = []
    private var identity: AccountIdentity?
    /// The address at which the account was found; `nil` for the given one.
    private var address: String?
    /// Whether the user stopped the sign-in during the exchange.
    private var isStopped = false

    /// Creates a sign-in with the choices `options`.
    package init(_ options: SignInOptions) {
        self.options = options
        name = options.name
        appKey = options.appKey
    }

    /// The first effects.
    package var start: [SignInEffect] { [.loadAccounts] }

    /// Handles an event; returns the effects that follow, in order.
    package mutating func handle(_ event: SignInEvent) -> [SignInEffect] {
        if case .cancelled = event { return cancel() }
        switch scene {
        case .name: return handleName(event)
        case .address: return handleAddress(event)
        case .code: return handleCode(event)
        case .exchange: return handleExchange(event)
        case .password: return handlePassword(event)
        case .identity: return handleIdentity(event)
        case .store: return handleStore(event)
        case .done, .failed: return []
        }
    }

    // MARK: Name

    private mutating func handleName(_ event: SignInEvent) -> [SignInEffect] {
        switch event {
        case .loaded(let accounts, let libraries) where known == nil:
            known = accounts
            formerLibraries = libraries
            return chooseName()
        case .named(let text) where known != nil && name == nil:
            guard let suggestion else { return [] }
            do throws(AccountError) {
                name = text.isEmpty ? suggestion : try AccountName(text)
            } catch {
                return [.askName(suggestion: suggestion, problem: error)]
            }
            return chooseName()
        case .enteredAppKey(let text) where name != nil && appKey == nil:
            let key = text.filter { !$0.isWhitespace }
            guard Self.isAppKey(key) else { return [.askAppKey(problem: Self.invalidAppKey)] }
            appKey = key
            return chooseName()
        case .failed(let error): return fail(error)
        default: return []
        }
    }

    /// Takes the next step to a name and an app key.
    private mutating func chooseName() -> [SignInEffect] {
        if !options.canAsk, let missing { return fail(missing) }
        guard let name = name ?? (options.canAsk ? nil : suggestion) else {
            return suggestion.map { [.askName(suggestion: $0, problem: nil)] } ?? []
        }
        self.name = name
        if let earlier, !options.replaces,
            earlier.provider != options.provider || !mayBe(at: earlier.endpoint)
        {
            return fail(.taken(name, by: earlier))
        }
        if options.usesPassword { return choosePassword() }
        guard let appKey = appKey ?? earlier?.appKey ?? options.builtInAppKey else {
            return [.askAppKey(problem: nil)]
        }
        guard Self.isAppKey(appKey) else { return fail(Self.invalidAppKey) }
        self.appKey = appKey
        return prepare()
    }

    /// Whether the account may be at `address`: the given one, or one that was found below it.
    private func mayBe(at address: String?) -> Bool {
        guard options.usesPassword, let given = options.endpoint, let address else {
            return address == options.endpoint
        }
        return address == given || address.hasPrefix(given.hasSuffix("/") ? given : given + "/")
    }

    /// The error that names everything that only a person could provide.
    private var missing: AccountError? {
        var options: [String] = []
        let earlier = known?.first { $0.name == name ?? suggestion }
        if self.options.usesPassword {
            if self.options.user == nil, earlier == nil { options.append("--user NAME") }
            if self.options.password == nil { options.append("--password-stdin") }
        } else if appKey ?? earlier?.appKey ?? self.options.builtInAppKey == nil {
            options.append("--app-key KEY")
        }
        if !self.options.usesPassword {
            if !self.options.usesCallback { options.append("--loopback") }
            // In place of the confirmation.
            if self.options.user == nil, earlier == nil || self.options.replaces {
                options.append("--user EMAIL")
            }
        }
        guard !options.isEmpty else { return nil }
        return AccountError(
            .inputMissing,
            "a sign-in without input needs \(options.joined(separator: " and "))")
    }

    private var suggestion: AccountName? { try? AccountName(options.provider) }

    /// The account that has the chosen name already.
    private var earlier: Account? { known?.first { $0.name == name } }

    private static func isAppKey(_ text: String) -> Bool {
        (1...longestAppKey).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    private static var invalidAppKey: AccountError {
        AccountError(
            .appKeyInvalid,
            "an app key has 1 to \(longestAppKey) visible ASCII characters")
    }

    // MARK: Address and code

    private mutating func prepare() -> [SignInEffect] {
        guard let appKey else { return [] }
        scene = .address
        request = nil
        return [.prepare(appKey: appKey, usesCallback: options.usesCallback)]
    }

    private mutating func handleAddress(_ event: SignInEvent) -> [SignInEffect] {
        switch event {
        case .prepared(let request):
            self.request = request
            scene = .code
            let answer: SignInEffect =
                options.usesCallback
                ? .awaitAnswer(within: Self.callbackLimit)
                : .askCode(problem: nil, within: Self.pasteLimit)
            return [.show(request.address, problem: refusals.last), answer]
        case .failed(let error): return fail(error)
        default: return []
        }
    }

    private mutating func handleCode(_ event: SignInEvent) -> [SignInEffect] {
        switch event {
        case .pasted(let text) where !options.usesCallback:
            do throws(AccountError) {
                return redeem(try AuthorizationCode(pasted: text))
            } catch {
                return [.askCode(problem: error, within: Self.pasteLimit)]
            }
        case .answered(let answer) where options.usesCallback:
            switch answer {
            case .code(let code): return redeem(code)
            case .refused: return answer.refusal.map { fail($0) } ?? []
            }
        case .failed(let error): return fail(error)
        default: return []
        }
    }

    private mutating func redeem(_ code: AuthorizationCode) -> [SignInEffect] {
        guard let request else { return [] }
        scene = .exchange
        return [.redeem(code, request)]
    }

    // MARK: Password

    private mutating func choosePassword() -> [SignInEffect] {
        scene = .password
        user = options.user ?? earlier?.identity.account.rawValue
        guard let user else { return [.askUser(problem: nil)] }
        guard Self.isUser(user) else { return fail(Self.invalidUser) }
        guard let password = options.password else {
            return [.askPassword(user: user, problem: nil)]
        }
        guard AccountCredential.isPassword(password.reveal()) else {
            return fail(Self.invalidPassword)
        }
        return check(password, of: user)
    }

    private mutating func handlePassword(_ event: SignInEvent) -> [SignInEffect] {
        switch event {
        case .enteredUser(let text) where user == nil:
            guard Self.isUser(text) else { return [.askUser(problem: Self.invalidUser)] }
            user = text
            return [.askPassword(user: text, problem: nil)]
        case .enteredPassword(let password):
            guard let user else { return [] }
            guard AccountCredential.isPassword(password.reveal()) else {
                return [.askPassword(user: user, problem: Self.invalidPassword)]
            }
            return check(password, of: user)
        case .failed(let error): return fail(error)
        default: return []
        }
    }

    /// Checks a password once: servers lock an account after several wrong ones.
    private mutating func check(_ password: Secret<String>, of user: String) -> [SignInEffect] {
        credential = AccountCredential(password: password)
        scene = .identity
        return [.checkPassword(user: user, password)]
    }

    /// Whether `text` can be a user name; Basic authentication ends it with the first colon
    /// (RFC 7617, 2).
    private static func isUser(_ text: String) -> Bool {
        AccountCredential.isPassword(text) && !text.utf8.contains(UInt8(ascii: ":"))
    }

    private static var invalidUser: AccountError {
        AccountError(
            .passwordInvalid, "a user name has no colon and no control characters")
    }

    private static var invalidPassword: AccountError {
        AccountError(.passwordInvalid, "a password is not empty, and has no control characters")
    }

    // MARK: Exchange and identity

    private mutating func handleExchange(_ event: SignInEvent) -> [SignInEffect] {
        switch event {
        case .redeemed(let answer, let now):
            credential = answer.credential(now: now)
            guard !isStopped else { return fail(Self.stopped) }
            scopes = answer.scopes ?? options.scopes
            let missing = answer.missing(of: options.scopes)
            guard missing.isEmpty else {
                return fail(
                    AccountError(
                        .scopeMissing,
                        "the permission \(missing.joined(separator: ", ")) was not granted"))
            }
            scene = .identity
            return [.identify(answer.accessToken)]
        case .failed where isStopped: return fail(Self.stopped)
        case .failed(let error) where error.code == .grantRefused:
            guard refusals.count < Self.newAddresses else { return fail(error) }
            refusals = (refusals.count + 1, error)
            return prepare()
        case .failed(let error): return fail(error)
        default: return []
        }
    }

    private mutating func handleIdentity(_ event: SignInEvent) -> [SignInEffect] {
        switch event {
        case .identified(let identity, let address) where self.identity == nil:
            self.identity = identity
            self.address = address
            guard let account else { return [] }
            if !options.replaces, let conflict = account.conflict(among: known ?? []) {
                return fail(conflict)
            }
            if !options.usesPassword, let user = options.user, !identity.isOf(user) {
                return fail(.unexpected(identity, insteadOf: user))
            }
            return options.canAsk ? [.confirm(identity)] : store()
        case .confirmed(true) where identity != nil: return store()
        case .confirmed(false) where identity != nil:
            return fail(
                AccountError(
                    .cancelled, "the account was not confirmed",
                    advice: options.usesPassword
                        ? "run login again with the right user name"
                        : "sign in to the right account in the browser, then run login again"))
        case .failed(let error): return fail(error)
        default: return []
        }
    }

    private var account: Account? {
        guard let name, let appKey = options.usesPassword ? "" : appKey, let identity else {
            return nil
        }
        var account = Account(
            name: name, provider: options.provider, endpoint: address ?? options.endpoint,
            appKey: appKey,
            identity: identity, scopes: scopes,
            usesTeamSpace: options.usesTeamSpace && identity.teamSpace != nil,
            credentialCommand: options.credentialCommand,
            library: options.library ?? earlier?.library ?? formerLibraries[name])
        account.certificate = options.certificate
        account.usesInsecureHTTP = options.usesInsecureHTTP
        return account
    }

    // MARK: Store and end

    private mutating func store() -> [SignInEffect] {
        guard let account, let credential else { return [] }
        scene = .store
        return [.store(account, credential, replaces: options.replaces)]
    }

    private mutating func handleStore(_ event: SignInEvent) -> [SignInEffect] {
        switch event {
        case .stored:
            guard let account else { return [] }
            scene = .done
            return [.finish(account)]
        case .failed(let error): return fail(error)
        default: return []
        }
    }

    /// Ends the sign-in for the user; a store that has begun is completed.
    ///
    /// The code of an exchange that has begun may be redeemed: its answer is awaited, so that the
    /// grant can be ended.
    private mutating func cancel() -> [SignInEffect] {
        switch scene {
        case .store, .done, .failed: return []
        case .exchange:
            isStopped = true
            return []
        case .name, .address, .code, .password, .identity: return fail(Self.stopped)
        }
    }

    private static var stopped: AccountError {
        AccountError(.cancelled, "the sign-in was stopped; nothing was stored")
    }

    private mutating func fail(_ error: AccountError) -> [SignInEffect] {
        var effects: [SignInEffect] = []
        if options.usesCallback, scene == .address || scene == .code {
            effects.append(.closeCallback)
        }
        if let credential, !credential.isPassword { effects.append(.revoke(credential)) }
        scene = .failed
        return effects + [.fail(error)]
    }
}
