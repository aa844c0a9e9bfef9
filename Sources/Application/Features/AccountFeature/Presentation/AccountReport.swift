import Accounts
import Escaping
import JSONText
import PhotoFeed

/// An account in the output of `photopark accounts`, without its secrets.
struct AccountReport: Sendable {
    let account: Account
    /// The path of the account's library.
    let library: String
    /// The time of the last successful sync; `nil` before the first one.
    let lastSync: FeedTime?

    /// The line of `--json`; `Documentation/Formats.md` lists its keys.
    var json: String {
        let identity = account.identity
        let line = JSONWriter.object(escaping: .hostile) { json in
            json.member("name", "\(account.name)")
            json.member("provider", account.provider)
            json.member("endpoint", account.endpoint)
            json.member("account_id", identity.account.rawValue)
            json.member("display_name", identity.name)
            json.member("email", identity.email)
            json.member("library", library)
            json.member("last_sync", lastSync?.description)
        }
        return String(decoding: line, as: UTF8.self)
    }

    /// The lines of a table with a heading; empty without accounts.
    static func table(_ reports: [AccountReport]) -> [String] {
        guard !reports.isEmpty else { return [] }
        let rows = [["NAME", "PROVIDER", "OWNER", "LAST SYNC", "LIBRARY"]] + reports.map(\.row)
        let widths = rows[0].indices.map { column in
            rows.map { TerminalText.columns(of: $0[column]) }.max() ?? 0
        }
        return rows.map { row in
            let cells = zip(row, widths).dropLast().map { TerminalText.column($0, width: $1 + 2) }
            return cells.joined() + TerminalText.escape(row.last ?? "")
        }
    }

    private var row: [String] {
        let identity = account.identity
        let time = lastSync.map { String($0.description.prefix(16)).replacing("T", with: " ") }
        return [
            "\(account.name)", account.provider,
            identity.email ?? identity.name ?? "\(identity.account)", time ?? "never", library,
        ]
    }
}
