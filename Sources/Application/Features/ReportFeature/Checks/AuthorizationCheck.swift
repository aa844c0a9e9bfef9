import Accounts
import CommandLineProgram
import CommandOptions
import Composition
import HTTPGateway
import PhotoFeed
import ProgramServices
import Scheduling
import Signals

/// Asks the server for the owner of the credential, and compares the answer with the account.
///
/// A token that has expired is renewed, as by any other command.
struct AuthorizationCheck: DiagnosticCheck {
    let name: DiagnosticWord = "authorization"
    let needsServer = true

    func findings(of subject: DiagnosticSubject) async throws -> [DiagnosticFinding] {
        guard let server = subject.server, server.credential != nil, let scope = subject.scope
        else { return [] }
        let provider = server.provider
        let identities = scope.handle(ConnectionKey.self).signal { connection in
            provider.identity(over: connection)
        }
        guard let identity = try await identities.first() else {
            return [.good(name, "unknown", "\(provider.displayName) has no accounts")]
        }
        guard let account = subject.account else {
            return [.good(name, "accepted", "the server accepts the credential")]
        }
        guard identity.account == account.identity.account else {
            return [
                .bad(
                    name, "other-account",
                    "the credential belongs to another account of \(provider.displayName)",
                    advice: "run photopark login \(account.name) --replace",
                    status: .authorization)
            ]
        }
        let accepted = "the server accepts the credential of \(account.name)"
        return [DiagnosticFinding.good(name, "accepted", accepted)]
            + teamSpace(identity.teamSpace, of: account)
    }

    private func teamSpace(_ present: String?, of account: Account) -> [DiagnosticFinding] {
        switch (account.usesTeamSpace, present) {
        case (false, nil): []
        case (false, _?):
            [
                .good(
                    "team-space", "not-used",
                    "the account belongs to a team, whose space is not mirrored (see login "
                        + "--team-space)")
            ]
        case (true, nil):
            [
                .bad(
                    "team-space", "left", "the account no longer belongs to a team",
                    advice: "run photopark login \(account.name)", status: .authorization)
            ]
        case (true, let space?) where space != account.identity.teamSpace:
            [
                .warning(
                    "team-space", "moved",
                    "the space of the team has another identifier than at the sign-in",
                    advice: "run photopark login \(account.name)")
            ]
        case (true, _?):
            [.good("team-space", "used", "the space of the team is mirrored")]
        }
    }
}

extension FeedProvider {
    /// Returns a signal of the owner of a connection's credential, without repeated requests; it is
    /// empty if the provider has no accounts.
    fileprivate func identity(
        over connection: FeedConnection
    ) -> Signal<AccountIdentity, FeedError> {
        do {
            if let signIn {
                return signIn.identity(try connection.host(at: signIn.api, retry: .never))
            }
            let fetchers = try makeFetchers(connection)
            guard let accounts = fetchers.accounts else { return .empty }
            return accounts.account().map { AccountIdentity(account: $0) }
        } catch let error as FeedError {
            return .fail(error)
        } catch {
            return .fail(FeedError(.requestRefused, "\(error)", cause: error))
        }
    }
}
