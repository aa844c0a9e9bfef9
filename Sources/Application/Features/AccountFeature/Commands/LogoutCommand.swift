import Accounts
import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import Events
import ProgramServices
import Scheduling
import Signals

/// `photopark logout`: ends the access to an account, and erases its credential.
struct LogoutCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "End the access to an account, and erase its credential.",
        discussion: """
            The provider ends the access first. If it cannot be reached, nothing is erased, unless \
            --forget is given. The library of the account stays; `photopark login NAME` uses it \
            again.
            """)
    static let synonyms = ["signout", "sign-out", "unlink", "disconnect", "revoke"]

    @Argument(
        help: ArgumentHelp("The name of the account.", valueName: "NAME"),
        transform: AccountName.init(argument:))
    var name: AccountName

    @Flag(help: "Erase the credential even if the provider cannot end the access.")
    var forget = false

    @OptionGroup var certificates: CertificateOption
    @OptionGroup var network: NetworkOptions

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        let (account, library, outcome) = try await modules.run { program in
            let folders = try program.scope.here(AccountStoreKey.self).folders
            let found = try await onThreadOfItsOwn { [name] in try folders.account(named: name) }
            guard let account = found else {
                throw ProgramError(
                    .noInput, "no account is named '\(name)': photopark accounts lists them")
            }
            let server = try ServerConfiguration(
                of: account, caFile: certificates.path, network: network.settings)
            let scope = try program.scope.here(OpenAccountsKey.self).open(
                "\(name)", AccountSettings(library: nil, server: server))
            let outcomes = scope.handle(SignOutKey.self)
                .signal { [forget] in $0.signOut(of: account, forgets: forget) }
                .deliver(in: .main)
            var outcome: SignOut.Outcome?
            for try await value in outcomes.values(in: .main) { outcome = value }
            if let outcome, !outcome.isReplaced {
                try program.scope.here(EventHubKey.self).post(AccountSignedOut(account: name))
            }
            return (account, folders.libraryPath(of: account), outcome)
        }
        report(outcome, of: account, library)
        return .success
    }

    @MainActor
    private func report(_ outcome: SignOut.Outcome?, of account: Account, _ library: String) {
        switch outcome {
        case .ended:
            StandardOutput.shared.line("Signed out of \(name). Its library was kept: \(library)")
        case .grantStands(let error):
            StandardError.line(
                "The access could not be ended, and is still valid: \(error). End it in the "
                    + "settings of your account at \(account.provider).")
            StandardOutput.shared.line(
                "The credential of \(name) was erased. Its library was kept: \(library)")
        case .passwordStands:
            StandardError.line(
                "The password is still valid at \(account.provider). If it is an app password, "
                    + "delete it in the settings of your account there.")
            StandardOutput.shared.line(
                "The credential of \(name) was erased. Its library was kept: \(library)")
        case .replaced(let error):
            if let error {
                StandardError.line(
                    "The access of the former sign-in could not be ended, and may still be valid: "
                        + "\(error). End it in the settings of your account at "
                        + "\(account.provider).")
            }
            StandardOutput.shared.line(
                "\(name) was signed in again meanwhile. The new credential was kept.")
        case nil: break
        }
    }
}
