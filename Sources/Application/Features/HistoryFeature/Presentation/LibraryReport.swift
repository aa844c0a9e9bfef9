import CommandLineProgram
import PhotoFeed
import TextFormats

/// The state of a library, and its last syncs.
struct LibraryReport: Sendable {
    /// The name of the account; the path of a library without one.
    let account: String
    /// The path of the library.
    let folder: String
    let statistics: LibraryStatistics
    /// The numbers of originals; `nil` if the library has no choice of them.
    let originals: OriginalsCounts?
    /// The last syncs, newest first.
    let syncs: [SyncRecord]
    /// Whether the password of the account is sent over http to another machine.
    var usesInsecureHTTP = false

    /// The lines for a terminal.
    ///
    /// - Parameters:
    ///   - isNamed: whether the account is named, because there are several.
    ///   - width: the columns of the terminal; `nil` without one.
    func lines(isNamed: Bool, width: Int? = nil) -> [String] {
        let name = isNamed ? [TerminalText.escape(account) + ":"] : []
        return name + [stock] + [missing, otherSize, kept, risk].compactMap(\.self) + table(width)
    }

    private var risk: String? {
        usesInsecureHTTP
            ? "The password is sent over http: everybody on the network can read it." : nil
    }

    private var stock: String {
        "The library lists \(Units.items(statistics.nodes)): "
            + "\(Units.count(statistics.thumbnails)) with a thumbnail."
    }

    /// The thumbnails that are missing; `nil` if there are all.
    private var missing: String? {
        let (wanted, lost) = (statistics.wantedThumbnails, statistics.lostThumbnails)
        let unsupported = statistics.unsupportedThumbnails
        var parts: [String] = []
        if wanted > 0 { parts.append("\(Units.count(wanted, "thumbnail")) to fetch") }
        if lost > 0 { parts.append("\(Units.count(lost)) that could not be fetched") }
        if unsupported > 0 {
            parts.append("\(Units.count(unsupported)) that the server does not make")
        }
        return parts.isEmpty ? nil : "Missing: " + parts.joined(separator: ", ") + "."
    }

    /// The thumbnails that a sync replaces; `nil` if all have the chosen size.
    private var otherSize: String? {
        let count = statistics.otherSizeThumbnails
        guard count > 0 else { return nil }
        return "In another size: \(Units.count(count, "thumbnail")) to fetch again."
    }

    /// The photos and videos whose originals no run wants; `nil` without a choice of originals.
    var unchosen: Int? { originals.map { max(0, statistics.nodes - $0.listed) } }

    /// The originals; `nil` if the library has no choice of them.
    private var kept: String? {
        guard let originals else { return nil }
        let numbers = [
            (originals.edited, "of them edited"), (originals.damaged, "damaged"),
            (originals.unreadable, "unreadable"), (originals.unknown, "not a file"),
            (originals.missing, "to download"),
            (originals.failed, "that could not be downloaded"),
            (originals.stopped, "that you have stopped"),
            (unchosen ?? 0, "not chosen"),
        ]
        let parts =
            ["\(Units.count(originals.inPlace)) in place"]
            + numbers.filter { $0.0 > 0 }.map { "\(Units.count($0.0)) \($0.1)" }
        let deleted =
            originals.deleted > 0
            ? " \(Units.count(originals.deleted, "file")) of deleted photos." : ""
        return "Originals: " + parts.joined(separator: ", ") + "." + deleted
    }

    private func table(_ width: Int?) -> [String] {
        guard !syncs.isEmpty else { return ["No sync is recorded yet."] }
        return TerminalText.table(
            [
                [
                    "END", "TIME", "ADDED", "CHANGED", "REMOVED", "THUMBNAILS", "SPEED", "WAITS",
                    "RESULT",
                ]
            ] + syncs.map(Self.row), width: width, leavingOut: [7, 6, 1, 5, 4, 3, 2])
    }

    private static func row(_ record: SyncRecord) -> [String] {
        let summary = record.summary
        return [
            Units.second(record.end), Units.duration(summary.duration),
            Units.count(summary.changes.added), Units.count(summary.changes.changed),
            Units.count(summary.changes.removed), Units.count(summary.thumbnails),
            summary.bytesPerSecond.map { Units.bytes(Int(exactly: $0.rounded()) ?? .max) + "/s" }
                ?? "-",
            summary.waits.isEmpty
                ? "-" : summary.waits.map(words).joined(separator: ", "),
            words(summary.outcome),
        ]
    }

    private static func words(_ wait: SyncWait) -> String {
        let reason =
            switch wait.reason {
            case .rateLimit: "rate limit"
            case .failure: wait.cause?.words ?? "network failure"
            case .answer: "no answer"
            }
        let status = wait.reason == .rateLimit ? wait.cause?.status.map { " (\($0))" } ?? "" : ""
        return "\(Units.duration(wait.duration)) \(reason)\(status)"
    }

    private static func words(_ outcome: SyncSummary.Outcome) -> String {
        switch outcome {
        case .finished: "finished"
        case .interrupted: "interrupted"
        case .failed(_, let message): "failed: \(message)"
        }
    }
}
