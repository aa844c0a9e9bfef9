import Accounts
import CommandLineProgram
import CommandOptions
import PhotoFeed
import ProgramServices

/// Compares the permissions that the sign-in has granted with those that the program requests.
struct ScopeCheck: DiagnosticCheck {
    let name: DiagnosticWord = "scopes"

    func findings(of subject: DiagnosticSubject) async -> [DiagnosticFinding] {
        guard let account = subject.account, let signIn = subject.server?.provider.signIn else {
            return []
        }
        guard !account.scopes.isEmpty else {
            return [.good(name, "unknown", "the sign-in has not named the granted permissions")]
        }
        let missing = signIn.scopes.filter { !account.scopes.contains($0) }
        let numbers: [DiagnosticWord: Int64] = [
            "granted": Int64(account.scopes.count), "missing": Int64(missing.count),
        ]
        guard missing.isEmpty else {
            return [
                .bad(
                    name, "missing",
                    "the app lacks the permission \(missing.joined(separator: ", "))",
                    advice: "grant it in the settings of the app, and then run photopark login "
                        + "\(account.name)", status: .authorization, numbers: numbers)
            ]
        }
        return [.good(name, "granted", "all permissions are granted", numbers: numbers)]
    }
}
