import PhotoFeed
import TextFormats

/// An event of a watch, for its log.
enum WatchEvent: Sendable, Hashable {
    /// A run has ended.
    case synced(SyncProgress)
    /// A run has begun; the log does not mention it.
    case running
    /// A run has failed; the log mentions the first failure of several (`notice`).
    ///
    /// The library may be in sync all the same, when only its originals have failed.
    case runFailed(FeedWatch.WatchFailure, synced: SyncProgress? = nil)
    /// A limit has ended a run, which another one continues.
    ///
    /// The library is in sync all the same, when only its originals are not complete.
    case limited(synced: SyncProgress? = nil)
    /// The last run has left out other folders and files than the one before, for these reasons.
    case unlisted([String])
    /// A run has counted what the library lacks; the log does not mention it.
    case measured(WatchMeasure)
    /// A run has waited; the log does not mention it.
    case waited(FeedPause.Reason, Duration)
    /// A longpoll has ended after this time; the log does not mention it.
    case polled(Duration)
    /// The watch waits for changes.
    case waiting
    /// The connection has changed.
    case notice(FeedWatch.Notice)
    /// The settings were read again; the reason if they cannot be used.
    case reloaded(failure: String?)
    /// The metrics are served at this address.
    case listening(String)
    /// The page is served to the owner, or to a guest, at this address, which contains a token.
    case serving(guest: String?, address: String)
    /// The command of `--on-change` has ended.
    case command(ChangeCommand.End)
    /// The watch has ended with a failure.
    case ended(FeedWatch.WatchFailure)

    /// The number of characters of a command's output in a JSON object.
    private static let outputLength = 4_096

    /// The progress of a run that has brought the library up to date, even if its originals have
    /// failed or are not complete.
    var progress: SyncProgress? {
        switch self {
        case .synced(let progress), .runFailed(_, let progress?), .limited(let progress?): progress
        default: nil
        }
    }

    /// The lines for people; none for an event that is not worth one.
    func lines(of account: String?) -> [String] {
        let texts: [String] =
            switch self {
            case .synced(let progress): Self.sentence(progress).map { [$0] } ?? []
            case .runFailed(_, let progress?): Self.sentence(progress).map { [$0] } ?? []
            case .running, .runFailed, .measured, .waited, .polled, .waiting, .serving: []
            case .limited(let progress):
                (progress.flatMap(Self.sentence).map { [$0] } ?? [])
                    + ["a limit has ended the run; it is continued later"]
            case .unlisted(let reasons): Self.lines(ofUnlisted: reasons)
            case .notice(.offline(let reason)): ["offline: \(reason)"]
            case .notice(.online): ["online again"]
            case .notice(.locked):
                ["another run uses the library; the watch waits for its end"]
            case .reloaded(nil): ["the settings were read again"]
            case .reloaded(let reason?): ["the former settings stay: \(reason)"]
            case .listening(let address): ["metrics are at \(address)/metrics"]
            case .command(let end): Self.lines(of: end)
            case .ended(let failure): ["the watch has ended: \(Self.reason(failure))"]
            }
        return texts.map { text in
            account.map { "\(TerminalText.escape($0)): \(text)" } ?? text
        }
    }

    /// The priority of the lines in the journal.
    var priority: JournalPriority {
        switch self {
        case .notice(.offline), .notice(.locked), .runFailed, .reloaded(.some), .unlisted:
            .warning
        case .command(.ended(0, _)): .information
        case .command, .ended: .error
        case .synced, .running, .limited, .measured, .waited, .polled, .waiting, .notice(.online),
            .reloaded, .listening, .serving:
            .information
        }
    }

    /// The events whose objects are in the log as JSON.
    ///
    /// A run whose originals have failed or are not complete has an object of its changes, too.
    var logged: [WatchEvent] {
        let changes = progress.flatMap { ChangeCounts($0).isEmpty ? nil : $0 }
        let synced = changes.map { WatchEvent.synced($0) }
        switch self {
        case .running, .measured, .waited, .polled: return []
        case .runFailed: return [synced].compactMap(\.self)
        case .limited: return [synced, self].compactMap(\.self)
        default: return [self]
        }
    }

    /// The members of the JSON object of the event.
    func write(to writer: inout JSONWriter) {
        switch self {
        case .synced(let progress):
            writer.member("event", "synced")
            writer.member("added", progress.changeSummary.added)
            writer.member("changed", progress.changeSummary.changed)
            writer.member("removed", progress.changeSummary.removed)
            writer.member("thumbnails", progress.thumbnails)
            writer.member("items", progress.statistics?.nodes)
        case .running, .runFailed, .measured, .waited, .polled: state("running", nil, &writer)
        case .limited: state("limited", nil, &writer)
        case .unlisted(let reasons):
            writer.member("event", "not_listed")
            writer.name("reasons")
            writer.array { for reason in reasons { $0.string(reason) } }
        case .waiting: state("waiting", nil, &writer)
        case .notice(.offline(let reason)): state("offline", reason, &writer)
        case .notice(.online): state("online", nil, &writer)
        case .notice(.locked): state("locked", nil, &writer)
        case .reloaded(let reason): state("reloaded", reason, &writer)
        case .listening(let address):
            writer.member("event", "listening")
            writer.member("address", address)
        case .serving(let guest, let address):
            writer.member("event", "serving")
            writer.member("address", address)
            writer.member("guest", guest)
        case .command(let end):
            writer.member("event", "on_change")
            guard case .ended(let code, let output) = end else {
                writer.member("reason", Self.reason(end))
                return
            }
            writer.member("code", Int(code))
            writer.member("output", String(output.prefix(Self.outputLength)))
        case .ended(let failure): state("ended", Self.reason(failure), &writer)
        }
    }

    private func state(_ name: String, _ reason: String?, _ writer: inout JSONWriter) {
        writer.member("event", "watch_state")
        writer.member("state", name)
        writer.member("reason", reason)
    }

    private static func sentence(_ progress: SyncProgress) -> String? {
        let changes = progress.changeSummary
        guard changes != ChangeSummary() || progress.thumbnails > 0 else { return nil }
        return "\(changes.added) added, \(changes.changed) changed, \(changes.removed) removed, "
            + "\(progress.thumbnails) thumbnails"
    }

    private static func lines(ofUnlisted reasons: [String]) -> [String] {
        guard !reasons.isEmpty else { return ["everything is listed again"] }
        return reasons.map { "not listed: \(TerminalText.escape($0))" }
    }

    /// The output of a command, and its failure.
    private static func lines(of end: ChangeCommand.End) -> [String] {
        guard case .ended(let code, let output) = end else {
            return ["the command of --on-change has failed: \(reason(end) ?? "")"]
        }
        let lines = output.split(whereSeparator: \.isNewline)
            .map { "on-change: \(TerminalText.escape(String($0)))" }
        return code == 0
            ? lines : lines + ["the command of --on-change has ended with code \(code)"]
    }

    private static func reason(_ end: ChangeCommand.End) -> String? {
        switch end {
        case .ended: nil
        case .timedOut: "it took longer than ten minutes"
        case .failed(let reason): reason
        }
    }

    private static func reason(_ failure: FeedWatch.WatchFailure) -> String {
        switch failure {
        case .transient(let reason), .final(let reason, _): reason
        case .locked: "another run uses the library"
        }
    }
}
