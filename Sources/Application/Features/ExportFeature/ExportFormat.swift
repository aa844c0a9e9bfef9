import ArgumentParser
import CommandOptions
import PhotoFeed

/// The formats of an export.
enum ExportFormat: String, EnumerableFlag, Sendable {
    case json
    case csv

    static func help(for value: ExportFormat) -> ArgumentHelp? {
        switch value {
        case .json: "Write one JSON object per line."
        case .csv: "Write a table of comma-separated values."
        }
    }

    /// The text before the first item.
    var heading: String {
        switch self {
        case .json: ""
        case .csv: CSVRow.text(ExportColumn.allCases.map { .text($0.rawValue) })
        }
    }

    /// The text of an item, with the end of its line.
    func text(_ item: FeedItem, of accounts: [String]) -> String {
        switch self {
        case .json: item.json(of: accounts) + "\n"
        case .csv: CSVRow.text(ExportColumn.allCases.map { $0.cell(item, of: accounts) })
        }
    }
}
