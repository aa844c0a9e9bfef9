import Escaping
import FeedWatch
import JSONText
import PhotoFeed

/// An event of a watch, for its log.
enum WatchEvent: Sendable, Hashable {
    /// A run has ended.
    case synced(SyncProgress)
    /// The watch waits for changes.
    case waiting
    /// The connection has changed.
    case notice(FeedWatch.Notice)
    /// The settings were read again; the reason if they cannot be used.
    case reloaded(failure: String?)
    /// The watch has ended with a failure.
    case ended(FeedWatch.WatchFailure)

    /// The line for people; `nil` for an event that is not worth one.
    func line(of account: String?) -> String? {
        let text: String? =
            switch self {
            case .synced(let progress): Self.sentence(progress)
            case .waiting: nil
            case .notice(.offline(let reason)): "offline: \(reason)"
            case .notice(.online): "online again"
            case .notice(.locked): "another run uses the library; the watch waits for its end"
            case .reloaded(nil): "the settings were read again"
            case .reloaded(let reason?): "the former settings stay: \(reason)"
            case .ended(let failure): "the watch has ended: \(Self.reason(failure))"
            }
        guard let text else { return nil }
        return account.map { "\(TerminalText.escape($0)): \(text)" } ?? text
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
        case .waiting: state("waiting", nil, &writer)
        case .notice(.offline(let reason)): state("offline", reason, &writer)
        case .notice(.online): state("online", nil, &writer)
        case .notice(.locked): state("locked", nil, &writer)
        case .reloaded(let reason): state("reloaded", reason, &writer)
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

    private static func reason(_ failure: FeedWatch.WatchFailure) -> String {
        switch failure {
        case .transient(let reason), .final(let reason, _): reason
        case .locked: "another run uses the library"
        }
    }
}
