import CommandLineProgram
import CommandOptions
import DurableFiles
import PhotoFeed
import Scheduling
import TextFormats

/// Writes the feed of accounts in a format, one window at a time.
///
/// A service of the business logic: it reads from the libraries on the same scheduler, and blocks
/// on the disk. Its memory is bounded by a window.
@Schedulable
final class FeedExport {
    private let feed: AccountsFeed
    private let format: ExportFormat
    private let file: NewFile?
    private let escapes: Bool
    private var hasHeading = false
    /// The number of items written so far.
    private(set) var count = 0

    /// Begins an export.
    ///
    /// - Parameters:
    ///   - feed: the feed that is written.
    ///   - format: the format of the text.
    ///   - path: the new file; `nil` if `next()` returns the text. Its control characters are then
    ///     escaped, because a pipe may lead to a terminal, too.
    /// - Throws: `ProgramError` if the file exists or cannot be created.
    init(_ feed: AccountsFeed, as format: ExportFormat, to path: String?) throws {
        self.feed = feed
        self.format = format
        // Each line of JSON is safe on a terminal.
        escapes = path == nil && format == .csv
        file = try path.map(NewFile.init)
    }

    /// Writes the next window.
    ///
    /// - Returns: its text, which is empty if it went into the file; `nil` after the last window.
    func next() throws -> String? {
        let window = try feed.next()
        guard window != nil || !hasHeading else { return nil }
        func shown(_ row: String) -> String { escapes ? Self.escaped(row) : row }
        var text = hasHeading ? "" : shown(format.heading)
        hasHeading = true
        let items = window ?? []
        for item in items { text += shown(format.text(item.item, of: feed.owners(of: item))) }
        count += items.count
        guard let file else { return text }
        try file.write(text)
        return ""
    }

    /// Puts the file in its place.
    ///
    /// - Throws: `ProgramError` if a file of that name has appeared, or the disk fails. The
    ///   incomplete file is then removed.
    func finish() throws {
        try file?.commit()
    }

    /// The accounts that are not, or not completely, in the export.
    var failures: [AccountFailure] {
        checkScheduler()
        return feed.failures
    }

    /// A file that appears under its name when it is complete.
    private final class NewFile {  // not @Schedulable: its owner, FeedExport, is checked
        private let path: String
        private var writer: DurableFileWriter?

        init(_ path: String) throws {
            self.path = path
            try Self.requireAbsence(of: path)
            do throws(DurableFileError) { writer = try DurableFileWriter(path: path) } catch {
                throw ProgramError(.cannotCreate, "cannot write the export: \(error)")
            }
        }

        func write(_ text: String) throws {
            do throws(DurableFileError) { try writer?.write(Array(text.utf8)) } catch {
                throw ProgramError(.inputOutput, "cannot write the export: \(error)")
            }
        }

        func commit() throws {
            guard let writer = writer.take() else { return }
            try Self.requireAbsence(of: path)
            do throws(DurableFileError) { try writer.commit() } catch {
                throw ProgramError(.inputOutput, "cannot write the export: \(error)")
            }
        }

        private static func requireAbsence(of path: String) throws {
            guard FileStatus(path: path) != nil else { return }
            throw ProgramError(
                .cannotCreate,
                "\(TerminalText.escape(path)) exists already: choose another name for --output")
        }
    }

    /// Returns a row of CSV for a terminal: the control characters before its end are escaped.
    private static func escaped(_ row: String) -> String {
        // The two characters of `\r\n` are one `Character`.
        TerminalText.escape(String(row.dropLast())) + "\r\n"
    }
}
