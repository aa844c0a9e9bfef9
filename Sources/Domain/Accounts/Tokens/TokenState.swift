import HTTPGateway
import KeyedStore
import Scheduling

/// The decisions of a token source: which token is used, and when it is renewed.
///
/// It is a pure state machine. One renewal runs at a time, for all callers.
struct TokenState {
    /// The answer to a caller who needs a token.
    enum Answer: Equatable {
        case token(Credential)
        case failure(AccountError)
        /// The caller waits for the renewal that runs.
        case wait
        /// The caller waits for a renewal, which has to begin; `refused` is the token that the
        /// server has refused.
        case begin(refused: Secret<String>?)
    }

    /// The wait after a renewal that failed, while the present token is still valid.
    static let backoff = Duration.seconds(30)

    private struct Live {
        let secret: Secret<String>
        let credential: Credential
        /// The moment from which on the token is renewed.
        var renewal: SchedulerInstant?
        let end: SchedulerInstant?
        var isRefused = false

        func isDue(at now: SchedulerInstant) -> Bool { renewal.map { $0 <= now } ?? false }
        func isValid(at now: SchedulerInstant) -> Bool {
            !isRefused && (end.map { now < $0 } ?? true)
        }
    }

    private var token: Live?
    private var isRenewing = false
    /// The error of a renewal that the provider refused: no other one is requested.
    private var refusal: AccountError?

    /// Creates the state of a source whose first token is `token`, or has to be issued.
    init(_ token: IssuedToken? = nil, at now: SchedulerInstant) {
        self.token = token.map { Self.live($0, at: now) }
    }

    private static func live(_ token: IssuedToken, at now: SchedulerInstant) -> Live {
        Live(
            secret: token.secret, credential: .bearer(token.secret.reveal()),
            renewal: token.remaining.map { now.advanced(by: $0 - token.margin) },
            end: token.remaining.map { now.advanced(by: $0) })
    }

    /// The token for a new request; `nil` if the request has to wait for a renewal.
    ///
    /// While a renewal runs before the end of the present token, requests use the present one.
    func current(at now: SchedulerInstant) -> Credential? {
        guard let token, token.isValid(at: now), isRenewing || !token.isDue(at: now) else {
            return nil
        }
        return token.credential
    }

    /// Handles a caller whose token was refused, or who had none.
    mutating func demanded(_ refused: Credential?, at now: SchedulerInstant) -> Answer {
        if let refusal { return .failure(refusal) }
        if let token {
            if refused == token.credential {
                self.token?.isRefused = true
            } else if let current = current(at: now) {
                return .token(current)
            }
        }
        guard !isRenewing else { return .wait }
        isRenewing = true
        return .begin(refused: token?.isRefused == true ? token?.secret : nil)
    }

    /// Handles a new token; returns it for those who wait.
    mutating func issued(
        _ token: IssuedToken, at now: SchedulerInstant
    ) -> Result<Credential, AccountError> {
        guard token.secret != self.token?.secret || self.token?.isRefused != true else {
            return failed(
                AccountError(
                    .grantRefused, "the renewed token is the one that the server refused"),
                at: now)
        }
        isRenewing = false
        let live = Self.live(token, at: now)
        self.token = live
        return .success(live.credential)
    }

    /// Handles the failure of a renewal.
    ///
    /// A failure that may pass is not noticed while the present token is valid.
    mutating func failed(
        _ error: AccountError, at now: SchedulerInstant
    ) -> Result<Credential, AccountError> {
        isRenewing = false
        guard error.code.isTransient else {
            refusal = error
            return .failure(error)
        }
        guard let token, token.isValid(at: now) else { return .failure(error) }
        self.token?.renewal = now.advanced(by: Self.backoff)
        return .success(token.credential)
    }
}
