import Foundation
import KeyedStore
import Persistence
import Scheduling
import Testing

@testable import Tracking

/// The setting of the tracking, and the identifier of the installation.
@Suite final class UsageTrackingTests: Sendable {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "usage-\(UUID().uuidString)").path
    private let engine = MemoryEngine()
    private let backend = RecordingBackend()
    private let openings = Guarded(0)

    private func tracking() -> UsageTracking {
        let path = folder + "/usage.json"
        return UsageTracking(
            settings: try KeyedStore(FileBackend(path: path)),
            counts: CountsBackend { try self.database() }, and: [backend])
    }

    private func database() throws -> Database {
        openings.withLock { $0 += 1 }
        return CountsBackend.database(in: engine)
    }

    private var isOpened: Bool { openings.withLock { $0 > 0 } }

    @Test func offMeansNoIdentifierNoFileAndNoDatabase() async throws {
        let usage = tracking()
        try await usage.track([TrackedAction(.cloud, "sync")])
        try await usage.forget()
        try await usage.switchOff()
        let summary = try await usage.summary()
        #expect(summary == UsageSummary(isOn: false, installation: nil, counts: []))
        #expect(backend.events.isEmpty && !isOpened)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func theIdentifierIsMadeOnceAndKept() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (first, second) = (tracking(), tracking())
        try await first.switchOn()
        #expect(try await first.summary().installation == nil)
        let tracker = try #require(try await second.tracker())
        let id = tracker.installation
        #expect(try await first.tracker()?.installation == id)
        #expect(try await tracking().tracker()?.installation == id)
        #expect(try await second.tracker()?.session == tracker.session)
        #expect(try await first.tracker()?.session != tracker.session)
        #expect(try await first.summary().installation == id)
        let modes = try FileManager.default.attributesOfItem(atPath: folder + "/usage.json")
        #expect(modes[.posixPermissions] as? Int == 0o600)
    }

    @Test func theCountsAreKeptUntilTheyAreForgotten() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let usage = tracking()
        try await usage.switchOn()
        for _ in 0..<2 { try await usage.track([TrackedAction(.cloud, "sync", label: "complete")]) }
        try await usage.track([TrackedAction(.cloud, "sync", label: "failed")])
        let id = try #require(try await usage.tracker()?.installation)
        let counts = [
            TrackedCount(kind: .cloud, name: "sync", label: "complete", count: 2),
            TrackedCount(kind: .cloud, name: "sync", label: "failed", count: 1),
        ]
        #expect(try await tracking().summary().counts == counts)
        try await usage.forget()
        let summary = try await usage.summary()
        #expect(summary == UsageSummary(isOn: true, installation: nil, counts: []))
        #expect(backend.events.isEmpty)
        let next = try #require(try await usage.tracker()?.installation)
        #expect(next != id)
    }

    @Test func switchingItOffTakesEffectInOtherProcessesAndRemovesEverything() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (watch, command) = (tracking(), tracking())
        try await command.switchOn()
        try await watch.track([TrackedAction(.cloud, "sync")])
        try await command.switchOff()
        #expect(try await watch.tracker() == nil)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names == ["usage.json.lock"])
        try await command.switchOn()
        let summary = try await watch.summary()
        #expect(summary == UsageSummary(isOn: true, installation: nil, counts: []))
    }

    /// Another process switches the tracking off while events wait for their backend.
    @Test(arguments: [true, false])
    func anEventThatWasTrackedBeforeIsNotCountedAfterwards(_ isOff: Bool) async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (watch, command) = (tracking(), tracking())
        try await command.switchOn()
        let tracker = try #require(try await watch.tracker())
        if isOff {
            try await command.switchOff()
            try await command.switchOn()
        } else {
            try await command.forget()
        }
        await tracker.track([TrackedAction(.cloud, "sync")])
        #expect(try await command.summary().counts == [])
        // The events of the present installation count.
        try await watch.track([TrackedAction(.cloud, "sync")])
        #expect(try await command.summary().counts.map(\.count) == [1])
    }

    @Test func noIdentifierIsMadeAfterAnotherProcessHasSwitchedItOff() async throws {
        let store = InterferingBackend()
        let usage = UsageTracking(
            settings: try KeyedStore(store), counts: CountsBackend { try self.database() })
        try await usage.switchOn()
        store.erasesBeforeUpdate.withLock { $0 = true }
        #expect(try await usage.tracker() == nil)
        #expect(try store.load() == nil)
    }

    @Test func aDamagedSettingIsAnErrorAndNotASwitch() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await tracking().switchOn()
        try Data("damaged".utf8).write(to: URL(filePath: folder + "/usage.json"))
        await #expect(throws: KeyedStoreError.self) { try await tracking().tracker() }
    }
}

/// A place of settings that another process erases between the reading and an update.
private final class InterferingBackend: KeyedStoreBackend {
    let erasesBeforeUpdate = Guarded(false)
    private let memory = MemoryBackend()

    var place: String { memory.place }

    func load() throws(KeyedStoreError) -> [UInt8]? { memory.load() }

    func update(_ change: (_ stored: [UInt8]?) throws -> StoredChange) throws {
        if erasesBeforeUpdate.withLock({ $0 }) { try memory.update { _ in .erase } }
        try memory.update(change)
    }

    func setAside(_ data: [UInt8], suffix: String) throws(KeyedStoreError) -> String {
        memory.setAside(data, suffix: suffix)
    }
}
