import DurableFiles
package import HTTPGateway
import KeyedStore
package import PhotoFeed
package import Scheduling
package import Signals

/// Performs the effects of a sign-in that are not for the user interface.
///
/// ```swift
/// for effect in state.handle(event) {
///     if let events = services.events(of: effect) { events.observe { send($0) } }
/// }
/// ```
///
/// A business-logic service, confined to the scheduler of its gateway. It keeps the port for the
/// callback between the effects that open it and wait on it.
@Schedulable
package final class SignInServices {
    /// The time for ending a grant that is not stored; the result of the sign-in is certain.
    private static let endingLimit = Duration.seconds(5)

    private let provider: OAuthProvider?
    private let passwords: FeedProvider?
    private let gateway: any RequestGateway
    private let home: SchedulerIsolation
    private let endpoint: HTTPURL?
    private let accounts: AccountStore
    private let wallClock: AccountTokenIssuer.WallClock
    private var appKey = ""
    private var listener: CallbackListener?

    /// Creates the services of one sign-in.
    ///
    /// - Parameters:
    ///   - provider: the description of the provider's sign-in; `nil` for one with passwords.
    ///   - passwords: the provider that checks a password; `nil` for one with tokens.
    ///   - gateway: the gateway that sends the requests.
    ///   - endpoint: the address that replaces the provider's hosts.
    ///   - accounts: the store of the accounts.
    ///   - wallClock: the wall clock of the system, or of a test.
    package init(
        provider: OAuthProvider?, passwords: FeedProvider? = nil, gateway: any RequestGateway,
        endpoint: HTTPURL? = nil, accounts: AccountStore,
        wallClock: @escaping AccountTokenIssuer.WallClock = { MachineClock.now }
    ) {
        self.provider = provider
        self.passwords = passwords
        self.gateway = gateway
        home = gateway.home
        self.endpoint = endpoint
        self.accounts = accounts
        self.wallClock = wallClock
    }

    /// Returns a signal of the event that an effect causes; `nil` for an effect of the interface.
    package func events(of effect: SignInEffect) -> Signal<SignInEvent, Never>? {
        switch effect {
        case .loadAccounts: loadAccounts()
        case .prepare(let appKey, let usesCallback):
            prepare(appKey, usesCallback).asEvents { .prepared($0) }
        case .awaitAnswer(let limit): answers(within: limit).asEvents { .answered($0) }
        case .redeem(let code, let request): redeem(code, request)
        case .identify(let token):
            using(appKey, endpoint) { $0.identity(of: token) }.asEvents { .identified($0) }
        case .checkPassword(let user, let password):
            identity(of: user, password)
                .asEvents { .identified($0.identity, at: $0.address?.string) }
        case .store(let account, let credential, let replaces):
            store(account, credential, replaces: replaces)
        case .revoke(let credential):
            end(credential, of: appKey, at: endpoint)
        case .closeCallback: close()
        case .askName, .askAppKey, .show, .askCode, .askUser, .askPassword, .confirm, .finish,
            .fail:
            nil
        }
    }

    private func loadAccounts() -> Signal<SignInEvent, Never> {
        let folders = accounts.folders
        return Signal<SignInEvent, AccountError>
            .performing(in: home) { () async throws(AccountError) in
                try SignInEvent.loaded(
                    folders.accounts(), formerLibraries: folders.formerLibraries())
            }
            .asEvents { $0 }
    }

    private func prepare(
        _ appKey: String, _ usesCallback: Bool
    ) -> Signal<AuthorizationRequest, AccountError> {
        self.appKey = appKey
        let proof = AuthorizationProof()
        guard usesCallback else { return request(proof, redirect: nil) }
        guard let callback = provider?.callback else { return .fail(Self.noSignIn) }
        return Signal<CallbackListener, AccountError>
            .performing(in: home) { () async throws(AccountError) in
                try await CallbackListener.open(callback, state: proof.state)
            }
            .flatMap(.concat) { [self] listener in
                self.listener = listener
                return request(proof, redirect: listener.redirect)
            }
    }

    private func request(
        _ proof: AuthorizationProof, redirect: String?
    ) -> Signal<AuthorizationRequest, AccountError> {
        guard let provider else { return .fail(Self.noSignIn) }
        do throws(AccountError) {
            return .just(
                try AuthorizationRequest(
                    to: provider, appKey: appKey, proof: proof, endpoint: endpoint,
                    redirect: redirect))
        } catch {
            return .fail(error)
        }
    }

    private static var noSignIn: AccountError {
        AccountError(.requestRefused, "the provider has no sign-in by a browser")
    }

    private typealias Located = (identity: AccountIdentity, address: HTTPURL?)

    /// Returns a signal of the account of a password, with the address at which it was found.
    ///
    /// The password is sent to one address after the other until one is that of an account.
    private func identity(
        of user: String, _ password: Secret<String>
    ) -> Signal<Located, AccountError> {
        guard let passwords else {
            return .fail(AccountError(.requestRefused, "the provider has no passwords"))
        }
        let gateway = gateway
        let fetchers = { (address: HTTPURL?) in
            try passwords.makeFetchers(
                FeedConnection(
                    gateway: gateway, endpoint: address,
                    credential: FeedCredential(user: user, password: password.reveal())))
        }
        let endpoint = endpoint
        return Self.making { try fetchers(endpoint) }
            .flatMap(.concat) { given -> Signal<Located, FeedError> in
                guard let locator = given.locator else {
                    return Self.account(at: [endpoint], fetchers)
                }
                return locator.addresses()
                    .flatMap(.concat) { addresses -> Signal<Located, FeedError> in
                        Self.account(at: addresses.map { Optional($0) }[...], fetchers)
                    }
            }
            .mapFailure { AccountError($0) }
    }

    /// Returns a signal of the account at the first of these addresses that has one.
    private static func account(
        at addresses: ArraySlice<HTTPURL?>,
        _ fetchers: @escaping (HTTPURL?) throws -> FeedFetchers
    ) -> Signal<Located, FeedError> {
        guard let address = addresses.first else { return .empty }
        let others = addresses.dropFirst()
        return making { try fetchers(address) }
            .flatMap(.concat) { found -> Signal<Located, FeedError> in
                guard let accounts = found.accounts else {
                    return .fail(FeedError(.requestRefused, "the provider has no passwords"))
                }
                return accounts.account().map { (AccountIdentity(account: $0), address) }
                    .on(disposed: { withExtendedLifetime(found) {} })
            }
            .catch { error in
                let isElsewhere = [.folderNotFound, .malformedAnswer, .requestRefused]
                    .contains(error.code)
                guard isElsewhere, !others.isEmpty else { return .fail(error) }
                return account(at: others, fetchers)
            }
    }

    private static func making(
        _ fetchers: @escaping () throws -> FeedFetchers
    ) -> Signal<FeedFetchers, FeedError> {
        .deferred {
            do {
                return .just(try fetchers())
            } catch let error as FeedError {
                return .fail(error)
            } catch {
                return .fail(FeedError(.requestRefused, "\(error)", cause: error))
            }
        }
    }

    private func answers(within limit: Duration) -> Signal<AuthorizationAnswer, AccountError> {
        // The signal keeps the listener, so that its end closes the port.
        listener.take()?.answers(within: limit, in: home) ?? .empty
    }

    private func close() -> Signal<SignInEvent, Never> {
        listener = nil
        return .empty
    }

    private func redeem(
        _ code: AuthorizationCode, _ request: AuthorizationRequest
    ) -> Signal<SignInEvent, Never> {
        let wallClock = wallClock
        return using(appKey, endpoint) { $0.redeem(code, of: request) }
            .asEvents { .redeemed($0, at: wallClock()) }
    }

    /// Stores the account, and then ends the grants of the credentials that it replaces.
    private func store(
        _ account: Account, _ credential: AccountCredential, replaces: Bool
    ) -> Signal<SignInEvent, Never> {
        let (accounts, home) = (accounts, home)
        typealias Stored = (event: SignInEvent, replaced: [AccountStore.Replaced])
        let changed: [Account]
        do throws(AccountError) { changed = try accounts.changed(by: account) } catch {
            return .just(.failed(error))
        }
        return accounts.excludingRenewals(of: changed, home: home) {
            Signal<Stored, AccountError>.performing(in: home) { () async throws(AccountError) in
                var replaced: [AccountStore.Replaced] = []
                do throws(AccountError) {
                    try await accounts.add(
                        account, credential, replaces: replaces, replaced: &replaced)
                    return (.stored, replaced)
                } catch {
                    return (.failed(error), replaced)
                }
            }
        }
        .catch { .just((.failed($0), [])) }
        .flatMap(.concat) { [self] stored in
            // The addresses of another provider are not known here.
            let unused = stored.replaced.filter {
                $0.account.provider == account.provider && !$0.credential.hasGrant(of: credential)
            }
            return Signal.merge(unused.map { end($0) }).concat(.just(stored.event))
        }
    }

    private func end(_ replaced: AccountStore.Replaced) -> Signal<SignInEvent, Never> {
        do throws(AccountError) {
            return end(
                replaced.credential, of: replaced.account.appKey,
                at: try replaced.account.endpointURL)
        } catch {
            return .empty
        }
    }

    /// Ends a grant that is not stored; a failure has no consequence.
    private func end(
        _ credential: AccountCredential, of appKey: String, at endpoint: HTTPURL?
    ) -> Signal<SignInEvent, Never> {
        using(appKey, endpoint) { $0.end(credential) }.withoutEvents()
            .take(until: Signal<Void, Never>.timer(after: Self.endingLimit, in: home))
    }

    /// Returns the signal of a client for an app.
    private func using<Value>(
        _ appKey: String, _ endpoint: HTTPURL?,
        _ work: (OAuthClient) -> Signal<Value, AccountError>
    ) -> Signal<Value, AccountError> {
        guard let provider else { return .fail(Self.noSignIn) }
        do throws(AccountError) {
            return work(
                try OAuthClient(
                    provider: provider, appKey: appKey, gateway: gateway, endpoint: endpoint))
        } catch {
            return .fail(error)
        }
    }
}

extension Signal where Failure == AccountError {
    /// Turns a value into an event, and a failure into the event `failed`.
    fileprivate func asEvents(
        _ event: @escaping (Value) -> SignInEvent
    ) -> Signal<SignInEvent, Never> {
        map(event).catch { .just(.failed($0)) }
    }

    /// The completion of the work, whatever its result is.
    fileprivate func withoutEvents() -> Signal<SignInEvent, Never> {
        map { _ in }.catch { _ in Signal<Void, Never>.empty }
            .flatMap(.concat) { _ in Signal<SignInEvent, Never>.empty }
    }
}
