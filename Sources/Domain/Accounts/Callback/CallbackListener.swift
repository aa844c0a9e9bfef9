package import KeyedStore
package import PhotoFeed
package import Scheduling
package import Signals
import WebServer

/// Receives one authorization answer on a port of 127.0.0.1.
///
/// The port is open before the address of the provider's page is shown:
///
/// ```swift
/// let listener = try await CallbackListener.open(provider.callback, state: proof.state)
/// let request = try AuthorizationRequest(
///     to: provider, appKey: key, proof: proof, redirect: listener.redirect)
/// show(request.address)
/// listener.answers(within: .seconds(300), in: home).observe { redeem($0) } ended: { report($0) }
/// ```
///
/// It closes after the first valid answer, after the time limit, and with its release. It accepts
/// one method and path, and only requests that name exactly this address as their host.
package final class CallbackListener: Sendable {
    /// The callback address.
    package let redirect: String
    private let server: WebServer
    private let answers: AsyncStream<AuthorizationAnswer>
    private let continuation: AsyncStream<AuthorizationAnswer>.Continuation

    /// The time for the last page to reach the browser.
    static let closing = Duration.milliseconds(500)

    private init(
        _ callback: OAuthProvider.Callback, state: Secret<String>
    ) async throws(AccountError) {
        let rule = CallbackRule(path: callback.path, state: state)
        let (answers, continuation) = AsyncStream.makeStream(of: AuthorizationAnswer.self)
        self.answers = answers
        self.continuation = continuation
        let isAnswered = SharedFlag()
        var configuration = WebServerConfiguration()
        configuration.port = callback.port
        configuration.hosts.names = ["127.0.0.1"]
        configuration.limits.bodyBytes = 0
        configuration.limits.connections = 16
        server = WebServer(configuration) { request in
            let decision = rule.decide(
                method: request.method, path: request.path, query: request.query)
            switch decision {
            case .refuse(let status): return CallbackPage.refusal(status: status)
            case .accept(let answer):
                guard isAnswered.set() else { return CallbackPage.refusal(status: 400) }
                continuation.yield(answer)
                return CallbackPage.done
            }
        }
        do {
            let port = try await server.start()
            redirect = "http://127.0.0.1:\(port)\(callback.path)"
        } catch {
            // A cancelled task leaves the start, but not the port.
            await server.stop(within: .zero)
            let reason = (error as? WebServerError)?.reason ?? "\(error)"
            throw AccountError(
                .cannotListen,
                "cannot receive the code on port \(callback.port) of 127.0.0.1: \(reason)",
                cause: error)
        }
    }

    deinit {
        continuation.finish()
        let server = server
        Task { await server.stop(within: Self.closing) }
    }

    /// Opens the port, which 0 leaves to the system.
    ///
    /// - Throws: `AccountError` with the code `.cannotListen`.
    package static func open(
        _ callback: OAuthProvider.Callback, state: Secret<String>
    ) async throws(AccountError) -> CallbackListener {
        try await CallbackListener(callback, state: state)
    }

    /// Returns a signal of the answer, which closes the port at its end.
    ///
    /// It fails with `.timedOut` after `limit`, on the clock of the caller's scheduler. Disposal
    /// closes the port too. It can be subscribed to once.
    package func answers(
        within limit: Duration, in home: SchedulerIsolation
    ) -> Signal<AuthorizationAnswer, AccountError> {
        Signal<AuthorizationAnswer?, Never>.task(in: home) { [self] in await answer() }
            .promoteFailure(to: AccountError.self)
            .flatMap(.concat) { answer in answer.map { .just($0) } ?? .empty }
            .timeout(
                limit, in: home,
                failingWith: AccountError(
                    .timedOut, "no code arrived within \(limit.components.seconds) s"))
    }

    /// Waits for the answer, and closes the port; `nil` if the task was cancelled.
    package func answer() async -> AuthorizationAnswer? {
        let answer = await withTaskCancellationHandler {
            await answers.first { _ in true }
        } onCancel: {
            continuation.finish()
        }
        await server.stop(within: answer == nil ? .zero : Self.closing)
        return answer
    }
}

/// A flag that is set once, by any thread.
private final class SharedFlag: Sendable {
    private let isSet = Guarded(false)

    /// Sets the flag; returns whether it was not set before.
    func set() -> Bool {
        isSet.withLock { isSet in
            defer { isSet = true }
            return !isSet
        }
    }
}
