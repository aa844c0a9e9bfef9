import Foundation
import Logging
import Persistence
import SQLitePersistence
import Scheduling
import Testing

@testable import Tracking

/// The rules of the backends, which each of them keeps.
@Suite struct BackendTests {
    @Test(arguments: TrackingConformance.Rule.all)
    func theRecordingBackendKeepsTheRule(_ rule: TrackingConformance.Rule) async {
        let suite = TrackingConformance {
            let backend = RecordingBackend()
            return TrackingConformance.Fixture(backend) {
                backend.events.reduce(into: [:]) { seen, event in
                    seen[TrackingConformance.Seen(event), default: 0] += 1
                }
            }
        }
        #expect(await suite.violations(of: rule) == [])
    }

    @Test(arguments: TrackingConformance.Rule.all)
    func theLogKeepsTheRule(_ rule: TrackingConformance.Rule) async {
        let suite = TrackingConformance {
            let log = CapturedLog()
            return TrackingConformance.Fixture(LogBackend(log.logger), keepsEvents: false) {
                log.entries.reduce(into: [:]) { seen, entry in
                    seen[entry.seen, default: 0] += 1
                }
            }
        }
        #expect(await suite.violations(of: rule) == [])
    }

    @Test(arguments: TrackingConformance.Rule.all)
    func theCountsInMemoryKeepTheRule(_ rule: TrackingConformance.Rule) async {
        let suite = TrackingConformance { Self.counts(in: MemoryEngine(), at: "guest") }
        #expect(await suite.violations(of: rule) == [])
    }

    @Test(arguments: TrackingConformance.Rule.all)
    func theCountsInAFileKeepTheRule(_ rule: TrackingConformance.Rule) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "tracking-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let suite = TrackingConformance {
            Self.counts(in: SQLiteEngine(), at: folder.appending(path: "guest.sqlite").path)
        }
        #expect(await suite.violations(of: rule) == [])
    }

    /// A backend that loses the first event of each batch violates each rule.
    @Test(arguments: TrackingConformance.Rule.all)
    func theSuiteFindsALostEvent(_ rule: TrackingConformance.Rule) async {
        let suite = TrackingConformance {
            let backend = RecordingBackend()
            return TrackingConformance.Fixture(LossyBackend(backend: backend)) {
                backend.events.reduce(into: [:]) { seen, event in
                    seen[TrackingConformance.Seen(event), default: 0] += 1
                }
            }
        }
        #expect(await suite.violations(of: rule) != [])
    }

    @Test func theMigrationLeadsToTheModel() {
        #expect(CountsBackend.schema.differences == [])
    }

    @Test func aMessageOfTheLogHasNoTextButWordsAndIdentifiers() async {
        struct PathError: Error { let path = "/srv/maria/secret.jpg" }
        let log = CapturedLog()
        let tracker = Tracker(to: [LogBackend(log.logger)], installation: TrackingID())
        await tracker.track([
            TrackedAction(.cloud, "listing", label: "dropbox", number: 3),
            TrackedAction(PathError(), in: "listing"),
        ])
        #expect(log.entries.map(\.message) == ["cloud listing", "error listing"])
        #expect(log.entries.first?.metadata["number"] == "3")
        #expect(log.entries.last?.metadata["error"] == "PathError")
        let text = log.entries.map { "\($0)" }.joined()
        #expect(!text.contains("maria") && !text.contains("\(tracker.installation)"))
    }

    private static func counts(
        in engine: some PersistenceEngine, at place: String
    ) -> TrackingConformance.Fixture {
        let database = CountsBackend.database(in: engine, at: place)
        let backend = CountsBackend { database }
        return TrackingConformance.Fixture(backend) {
            try await backend.counts().reduce(into: [:]) { seen, count in
                let key = TrackingConformance.Seen(count.kind, count.name, count.label)
                seen[key] = Int(count.count)
            }
        }
    }
}

/// A backend that loses the first event of each batch.
private struct LossyBackend: TrackingBackend {
    let name: TrackedWord = "lossy"
    let backend: RecordingBackend

    nonisolated(nonsending) func receive(_ events: [TrackedEvent]) async throws {
        try await backend.receive(Array(events.dropFirst()))
    }

    nonisolated(nonsending) func forget() async throws { try await backend.forget() }
}

/// The messages of a logger.
final class CapturedLog: Sendable {
    struct Entry: Sendable {
        let message: String
        let metadata: [String: String]

        /// The properties of the event.
        var seen: TrackingConformance.Seen {
            let words = message.split(separator: " ").map(String.init)
            return TrackingConformance.Seen(
                TrackedKind(rawValue: words[0]) ?? .ux, words[1],
                metadata["label"] ?? metadata["code"] ?? "")
        }
    }

    private let list = Guarded<[Entry]>([])

    var entries: [Entry] { list.withLock { $0 } }

    var logger: Logger {
        Logger(label: "usage") { _ in
            Handler { entry in self.list.withLock { $0.append(entry) } }
        }
    }

    private struct Handler: LogHandler {
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.debug
        let add: @Sendable (Entry) -> Void

        init(_ add: @escaping @Sendable (Entry) -> Void) { self.add = add }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = (event.metadata ?? [:]).mapValues { "\($0)" }
            add(Entry(message: event.message.description, metadata: metadata))
        }
    }
}
