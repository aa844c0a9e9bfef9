import Accounts
import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import Foundation
import ProgramServices
import Scheduling

/// `photopark accounts`: lists the accounts, without their secrets.
struct AccountsCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "List the accounts that are signed in.",
        discussion: """
            With --json, each line is an object with the keys name, provider, endpoint, \
            account_id, display_name, email, library, last_sync (the end of the last complete \
            sync), last_attempt (the end of the last sync) and last_status (its exit code). Every \
            line has every key; the value is null if it is unknown. An account that cannot be \
            read is named and left out; the exit code is then 3.
            """)
    static let synonyms = ["account", "users", "whoami"]

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        try await modules.run { program in
            let folders = try program.scope.here(AccountStoreKey.self).folders
            let (accounts, failures) = try await onThreadOfItsOwn {
                try folders.readableAccounts()
            }
            if accounts.isEmpty, let failure = failures.first { throw failure.error }
            for failure in failures {
                StandardError.line(
                    AccountFailure(account: "\(failure.name)", error: failure.error).line)
            }
            let syncs = accounts.isEmpty ? [:] : await Self.lastSyncs(in: program)
            let reports = accounts.map { account in
                AccountReport(
                    account: account, library: folders.libraryPath(of: account),
                    lastSync: syncs[account.name] ?? LastSync(success: nil))
            }
            let output = StandardOutput.shared
            let width = TerminalWidth.columns(of: STDOUT_FILENO)
            for line in json ? reports.map(\.json) : AccountReport.table(reports, width: width) {
                output.line(line)
            }
            if reports.isEmpty, !json {
                StandardError.line("No account is signed in. Run photopark login.")
            }
            return failures.isEmpty ? .success : .partialSuccess
        }
    }

    /// The last syncs of the accounts; none if the guest database cannot be read.
    @MainActor
    private static func lastSyncs(in program: RunningProgram) async -> [AccountName: LastSync] {
        do {
            return try await program.scope.here(AccountHistoryKey.self).lastSyncs()
        } catch {
            StandardError.line(
                "photopark: the last syncs are unknown: \(FailureReport(error).message)")
            return [:]
        }
    }
}
