package import KeyedStore
package import Scheduling
package import Signals

/// Issues the tokens that a command of the user prints; it is asked for each token.
@Schedulable
package final class CommandTokenIssuer: TokenIssuer {
    /// Runs the command, and returns the token that it prints.
    package typealias Command = @Sendable () async throws(AccountError) -> Secret<String>

    private let command: Command
    private let home: SchedulerIsolation

    /// Creates an issuer that runs `command`.
    package init(home: SchedulerIsolation, _ command: @escaping Command) {
        self.home = home
        self.command = command
    }

    /// Runs the command; see `TokenIssuer`.
    package func token(inPlaceOf refused: Secret<String>?) -> Signal<IssuedToken, AccountError> {
        let command = command
        return .performing(in: home) { () async throws(AccountError) in
            let token = try await command()
            guard token != refused else {
                throw AccountError(
                    .commandFailed,
                    "the token command printed the token that the server has refused")
            }
            return IssuedToken(token)
        }
    }
}
