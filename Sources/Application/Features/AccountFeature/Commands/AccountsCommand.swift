import Accounts
import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import Scheduling
import ServiceKeys

/// `photopark accounts`: lists the accounts, without their secrets.
struct AccountsCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "List the accounts that are signed in.",
        discussion: """
            With --json, each line is an object with the keys name, provider, endpoint, \
            account_id, display_name, email, library and last_sync (the time of the last \
            successful sync). Every line has every key; the value is null if it is unknown.
            """)
    static let synonyms = ["account", "users", "whoami"]

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        try await modules.run { program in
            let folders = try program.scope.here(AccountStoreKey.self).folders
            let reports = try await onThreadOfItsOwn {
                try folders.accounts().map { account in
                    AccountReport(
                        account: account, library: folders.libraryPath(of: account),
                        lastSync: try folders.lastSync(of: account.name))
                }
            }
            let output = StandardOutput.shared
            for line in json ? reports.map(\.json) : AccountReport.table(reports) {
                output.line(line)
            }
            if reports.isEmpty, !json {
                StandardError.line("No account is signed in. Run photopark login.")
            }
        }
        return .success
    }
}
