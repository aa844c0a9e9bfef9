import Accounts
import CommandLineProgram
import CommandOptions
import Foundation
import ProgramServices

/// Checks that the credential of the account is stored and can be read; it is never shown.
struct CredentialCheck: DiagnosticCheck {
    let name: DiagnosticWord = "credential"
    let overdueAdvice = "run the credential command yourself, or check whether the disk hangs"
    let store: AccountStore

    func findings(of subject: DiagnosticSubject) async throws -> [DiagnosticFinding] {
        guard let account = subject.account else {
            guard subject.server?.credential != nil else { return [] }
            return [.good(name, "given", "the token of the options can be read")]
        }
        guard let credential = try await store.credentials(of: account).credential() else {
            return [
                .bad(
                    name, "missing", "the account \(account.name) has no stored credential",
                    advice: login(account), status: .authorization)
            ]
        }
        if credential.isPassword {
            return [.good(name, "password", "a password is stored and can be read")]
        }
        if credential.refreshToken != nil {
            return [
                .good(name, "renewable", "tokens are stored and can be read; they renew themselves")
            ]
        }
        if let end = credential.accessToken.expires, end <= Int64(Date.now.timeIntervalSince1970) {
            return [
                .bad(
                    name, "ended", "the stored access token has ended and cannot be renewed",
                    advice: login(account), status: .authorization)
            ]
        }
        return [.good(name, "token", "an access token is stored and can be read")]
    }

    private func login(_ account: Account) -> String { "run photopark login \(account.name)" }
}
