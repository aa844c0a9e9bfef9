import Accounts
import CommandLineProgram
import PhotoFeed
import TextFormats

/// An account in the output of `photopark accounts`, without its secrets.
struct AccountReport: Sendable {
    let account: Account
    /// The path of the account's library.
    let library: String
    /// The last syncs.
    let lastSync: LastSync

    /// The line of `--json`; `Documentation/Formats.md` lists its keys.
    var json: String {
        let identity = account.identity
        return JSONWriter.line { json in
            json.member("name", "\(account.name)")
            json.member("provider", account.provider)
            json.member("endpoint", account.endpoint)
            json.member("account_id", identity.account.rawValue)
            json.member("display_name", identity.name)
            json.member("email", identity.email)
            json.member("library", library)
            json.member("last_sync", lastSync.success?.description)
            json.member("last_attempt", lastSync.attempt?.description)
            json.member("last_status", lastSync.status)
        }
    }

    /// The lines of a table with a heading; empty without accounts.
    ///
    /// - Parameter width: the width of the terminal; `nil` without one.
    static func table(_ reports: [AccountReport], width: Int? = nil) -> [String] {
        guard !reports.isEmpty else { return [] }
        return TerminalText.table(
            [["NAME", "PROVIDER", "OWNER", "LAST SYNC", "LIBRARY"]] + reports.map(\.row),
            width: width, leavingOut: [2, 1, 3])
    }

    private var row: [String] {
        let identity = account.identity
        return [
            "\(account.name)", account.provider,
            identity.email ?? identity.name ?? "\(identity.account)", lastSyncText, library,
        ]
    }

    /// The time of the last complete sync, and the exit code of a later one that failed.
    private var lastSyncText: String {
        let time = lastSync.success.map {
            String($0.description.prefix(16)).replacing("T", with: " ")
        }
        let complete = [ExitStatus.success, .partialSuccess].map(\.rawValue)
        let failure = lastSync.status.flatMap {
            complete.contains($0) ? nil : " (then failed: \($0))"
        }
        return (time ?? "never") + (failure ?? "")
    }
}
