import TextFormats

/// The columns of `photopark feed` for a terminal of a given width.
///
/// A narrow terminal gets fewer columns: the pixels are left out first, then the size, the accounts
/// and the date. The path is cut to the remaining width, with its outer folders removed first.
package struct FeedColumns: Sendable {
    /// The values of one row.
    package struct Row {
        package let date: String
        package let size: String
        package let pixels: String
        package let path: String
        /// The accounts that have the photo.
        package let accounts: String

        /// Creates a row; the path may come from a server.
        package init(
            date: String, size: String, pixels: String, path: String, accounts: String = ""
        ) {
            self.date = date
            self.size = size
            self.pixels = pixels
            self.path = path
            self.accounts = accounts
        }
    }

    private static let dateWidth = 17
    private static let sizeWidth = 10
    private static let pixelsWidth = 11
    /// The maximum width of the accounts.
    private static let longestAccounts = 30
    /// The minimum width of the path; to keep it, other columns are left out.
    private static let leastPath = 20

    private let showsDate: Bool
    /// The width of the accounts; 0 without this column.
    private let accountsWidth: Int
    private let showsSize: Bool
    private let showsPixels: Bool
    private let pathWidth: Int

    /// The columns that fit into `width`; paths have at most 200 columns.
    ///
    /// - Parameters:
    ///   - width: the width of the terminal; `nil` for output that is not a terminal.
    ///   - accounts: the names of the accounts of the feed; none for a feed without this column.
    package init(width: Int?, accounts: [String] = []) {
        var left = width ?? .max
        func takes(_ column: Int, _ isOpen: Bool) -> Bool {
            guard isOpen, left - column >= Self.leastPath else { return false }
            left -= column
            return true
        }
        showsDate = takes(Self.dateWidth, true)
        let names = TerminalText.columns(of: accounts.joined(separator: ", "))
        let column = max("ACCOUNTS".count, min(names, Self.longestAccounts)) + 2
        accountsWidth = takes(column, showsDate && !accounts.isEmpty) ? column : 0
        showsSize = takes(Self.sizeWidth, showsDate && (accounts.isEmpty || accountsWidth > 0))
        showsPixels = takes(Self.pixelsWidth, showsSize)
        pathWidth = max(1, width == nil ? 200 : min(200, left))
    }

    /// The line with the titles of the columns.
    package var heading: String {
        line("DATE", "ACCOUNTS", "SIZE", "PIXELS") + TerminalText.truncate("PATH", width: pathWidth)
    }

    /// The line for `row`, within the width of the columns.
    package func line(_ row: Row) -> String {
        line(row.date, row.accounts, row.size, row.pixels) + Self.fit(row.path, width: pathWidth)
    }

    private func line(
        _ date: String, _ accounts: String, _ size: String, _ pixels: String
    ) -> String {
        var line = ""
        if showsDate { line += TerminalText.column(date, width: Self.dateWidth) }
        if accountsWidth > 0 {
            line += TerminalText.column(accounts, width: accountsWidth - 2) + "  "
        }
        if showsSize {
            line += String(repeating: " ", count: max(0, Self.sizeWidth - 2 - size.count))
            line += size + "  "
        }
        if showsPixels { line += TerminalText.column(pixels, width: Self.pixelsWidth) }
        return line
    }

    /// The path, cut to `width`: outer folders are removed first, then the end of the name.
    static func fit(_ path: String, width: Int) -> String {
        guard TerminalText.columns(of: path) > width else { return TerminalText.escape(path) }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        var kept: [Substring] = []
        var columns = 1
        for part in parts.reversed() {
            columns += 1 + TerminalText.columns(of: String(part))
            guard columns <= width else { break }
            kept.append(part)
        }
        guard !kept.isEmpty else {
            return TerminalText.truncate(String(parts.last ?? ""), width: width)
        }
        return "…/" + TerminalText.escape(kept.reversed().joined(separator: "/"))
    }
}
