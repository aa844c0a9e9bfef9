import CommandLineProgram
import CommandOptions
import Foundation
import PhotoFeed
import PhotoLibrary

/// The examination of an open library, on the library's scheduler.
struct LibraryExamination {
    private let library: SQLiteFeedReader
    /// The source that the server of the account is; `nil` if the server is not known.
    private let source: FeedSource?
    private let now: FeedTime

    init(
        _ library: SQLiteFeedReader, isExpectedToFollow source: FeedSource?,
        now: FeedTime = FeedTime(secondsSinceEpoch: Int64(Date.now.timeIntervalSince1970))
    ) {
        self.library = library
        self.source = source
        self.now = now
    }

    /// The findings about the database, its source, its thumbnails, and its last sync.
    ///
    /// - Throws: `FeedError` if the library is damaged.
    func findings() throws -> [DiagnosticFinding] {
        try library.checkIntegrity()
        let statistics = try library.statistics(withMediaInfo: false)
        let found = try [content(statistics), followed(), thumbnails(statistics), lastSync()]
        return found.compactMap(\.self)
    }

    private func content(_ statistics: LibraryStatistics) -> DiagnosticFinding {
        let items = Units.count(statistics.nodes, "item")
        let numbers: [DiagnosticWord: Int64] = ["items": Int64(statistics.nodes)]
        if let holder = LibraryHolder.name(ofLibraryAt: library.path) {
            return .good(
                "library", "in-use",
                "the library opens, is consistent, and has \(items); it is in use by \(holder)",
                numbers: numbers)
        }
        return .good(
            "library", "consistent", "the library opens, is consistent, and has \(items)",
            numbers: numbers)
    }

    /// Whether the library follows the server and the account.
    private func followed() throws -> DiagnosticFinding? {
        let followed: FeedSource
        switch try library.state() {
        case .empty: return nil
        case .listing(let source, _), .following(let source, _): followed = source
        }
        guard let source else { return nil }
        let expected = FeedSource(
            server: source.server, folder: followed.folder, account: source.account)
        guard followed.matches(expected) else {
            return .bad(
                "library-source", "other-source", "the library follows \(followed)",
                advice: "choose another --library, or sync with --replace", status: .usage)
        }
        return .good("library-source", "same", "the library follows the account of the server")
    }

    private func thumbnails(_ statistics: LibraryStatistics) throws -> DiagnosticFinding {
        // A run that is in progress may replace a file of thumbnails between the two counts.
        let counts = try (library.missingThumbnails(), library.missingThumbnails())
        let isInUse = LibraryHolder.name(ofLibraryAt: library.path) != nil
        let missing = isInUse ? 0 : min(counts.0, counts.1)
        let numbers: [DiagnosticWord: Int64] = [
            "stored": Int64(statistics.thumbnails), "failed": Int64(statistics.failedThumbnails),
            "unsupported": Int64(statistics.unsupportedThumbnails),
            "pending": Int64(statistics.pendingThumbnails),
            "other-size": Int64(statistics.otherSizeThumbnails), "missing": Int64(missing),
        ]
        guard missing == 0 else {
            return .warning(
                "thumbnails", "missing",
                "the files of \(Units.count(missing, "thumbnail")) are missing or too short",
                advice: "run photopark sync, which fetches them again", numbers: numbers)
        }
        guard statistics.wantedThumbnails == 0 else {
            return .warning(
                "thumbnails", "pending",
                "the library lacks \(Units.count(statistics.wantedThumbnails, "thumbnail"))",
                advice: "run photopark sync", numbers: numbers)
        }
        guard statistics.otherSizeThumbnails == 0 else {
            let thumbnails = Units.count(statistics.otherSizeThumbnails, "thumbnail")
            return .warning(
                "thumbnails", "other-size",
                "the library has \(thumbnails) in another size than the chosen one",
                advice: "run photopark sync", numbers: numbers)
        }
        var parts = ["the library has \(Units.count(statistics.thumbnails, "thumbnail"))"]
        let (unsupported, lost) = (statistics.unsupportedThumbnails, statistics.lostThumbnails)
        if unsupported > 0 {
            parts.append("the server makes none of \(Units.count(unsupported)) others")
        }
        if lost > 0 { parts.append("those of \(Units.count(lost)) could not be fetched") }
        return .good("thumbnails", "complete", parts.joined(separator: "; "), numbers: numbers)
    }

    private func lastSync() throws -> DiagnosticFinding {
        let subject: DiagnosticWord = "last-sync"
        guard let record = try library.syncHistory().first else {
            guard case .following = try library.state() else {
                return .warning(
                    subject, "none", "no sync of the library is complete",
                    advice: "run photopark sync")
            }
            return .good(subject, "unknown", "the library has no record of its syncs")
        }
        let age = Self.seconds(
            from: record.end.secondsSinceEpoch, to: now.secondsSinceEpoch)
        let numbers: [DiagnosticWord: Int64] = ["seconds-ago": age]
        let ago = "\(Units.duration(.seconds(age))) ago"
        switch record.summary.outcome {
        case .finished:
            return .good(subject, "finished", "the last sync ended \(ago)", numbers: numbers)
        case .interrupted:
            return .warning(
                subject, "interrupted", "the last sync was stopped \(ago)",
                advice: "run photopark sync; it resumes there", numbers: numbers)
        case .failed(let code, let message):
            return .warning(
                subject, "failed", "the last sync failed \(ago) (\(code)): \(message)",
                advice: "run photopark sync, and do what its message says", numbers: numbers)
        }
    }

    /// The time between a sync and now, which a damaged library can put at any distance.
    static func seconds(from end: Int64, to now: Int64) -> Int64 {
        let (seconds, isHuge) = now.subtractingReportingOverflow(end)
        return isHuge ? .max : max(0, seconds)
    }
}
