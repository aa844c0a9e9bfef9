import Foundation
import HTTPGateway
import Scheduling
import Testing

@testable import Tracking

/// The backend that sends events to a server.
@Suite final class RemoteBackendTests: Sendable {
    private let folder = NSTemporaryDirectory() + "remote-usage-\(UUID().uuidString)"
    private let receiver = Receiver()
    /// The installations whose events may be sent.
    private let wanted = Guarded<Set<TrackingID>>([])

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func backend(
        of installation: TrackingID, in folder: String? = nil
    ) throws -> RemoteBackend {
        wanted.withLock { _ = $0.insert(installation) }
        return RemoteBackend(
            to: try HTTPURL("https://usage.example.com/events"), in: folder ?? self.folder,
            of: installation, on: WorkScheduler(name: "usage"),
            gateway: { [receiver] in receiver.gateway(in: $0) },
            onlyIf: { [self] id in wanted.withLock { $0.contains(id) } })
    }

    /// Tracks events, and waits until the backend has them.
    private func track(
        to backend: RemoteBackend, of installation: TrackingID, _ names: [TrackedWord]
    ) async {
        await Tracker(to: [backend], installation: installation)
            .track(names.map { TrackedAction(.cloud, $0) })
    }

    private func names() throws -> [String] {
        try receiver.events().compactMap { $0["name"] as? String }
    }

    private var files: [String] {
        (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []).sorted()
    }

    @Test(arguments: TrackingConformance.Rule.all)
    func theRemoteBackendKeepsTheRule(_ rule: TrackingConformance.Rule) async {
        let suite = TrackingConformance { [self] in
            let backend = RemoteBackend(
                to: try HTTPURL("https://usage.example.com/events"), in: folder,
                of: TrackingID(), on: WorkScheduler(name: "usage"),
                gateway: { [receiver] in receiver.gateway(in: $0) }, onlyIf: { _ in true })
            return TrackingConformance.Fixture(backend) { [receiver] in
                #expect(await backend.flush(within: .seconds(30)))
                return try receiver.seen()
            }
        }
        #expect(await suite.violations(of: rule) == [])
    }

    @Test func anEventHasWordsNumbersAndRandomIdentifiersOnly() async throws {
        let id = TrackingID()
        let backend = try backend(of: id)
        let clock = Guarded(SchedulerInstant(nanoseconds: 0))
        let tracker = Tracker(to: [backend], installation: id) { clock.withLock { $0 } }
        clock.withLock { $0 = $0.advanced(by: .seconds(1)) }
        await tracker.track([
            TrackedAction(.cloudModify, "sign-in", label: "started", number: -7, times: 3),
            TrackedAction(HTTPError(.notFound, "canary"), in: "sync"),
        ])
        #expect(await backend.flush(within: .seconds(30)))
        let events = try receiver.events()
        let first = try #require(events.first)
        #expect(first["id"] as? String == "\(tracker.session)-1")
        #expect(first["installation"] as? String == "\(id)")
        #expect(first["kind"] as? String == "cloudModify")
        #expect(first["name"] as? String == "sign-in" && first["label"] as? String == "started")
        #expect(first["number"] as? Int == -7 && first["times"] as? Int == 3)
        #expect(first["time"] as? Int == 1_000)
        let error = try #require(events.last?["error"] as? [String: String])
        #expect(error == ["type": "HTTPError", "code": "notFound"])
        #expect(!receiver.lines.joined().contains("canary"))
    }

    @Test func whatAnAbsentServerHasMissedIsSentByTheNextRunWithItsIdentity() async throws {
        let id = TrackingID()
        receiver.status = 500
        let first = try backend(of: id)
        await track(to: first, of: id, ["one", "two"])
        await first.finish()
        #expect(receiver.requests == 1 && receiver.lines.isEmpty)
        #expect(files.contains { $0.hasSuffix(".segment") })

        receiver.status = 200
        let second = try backend(of: id)
        #expect(await second.flush(within: .seconds(30)))
        #expect(try names() == ["one", "two"])
        #expect(Set(try receiver.events().compactMap { $0["id"] as? String }).count == 2)
        await second.finish()
        #expect(!files.contains { $0.hasSuffix(".segment") })
    }

    @Test func withoutConsentNothingIsStoredOrSent() async throws {
        let id = TrackingID()
        let backend = try backend(of: id)
        wanted.withLock { $0 = [] }
        await track(to: backend, of: id, ["one"])
        _ = await backend.flush(within: .seconds(30))
        await backend.finish()
        #expect(receiver.requests == 0 && files == [])
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    /// Another process withdraws it, while events wait here.
    @Test func consentThatIsWithdrawnRemovesWhatWaits() async throws {
        let id = TrackingID()
        receiver.status = 503
        let backend = try backend(of: id)
        await track(to: backend, of: id, ["one", "two"])
        _ = await backend.flush(within: .milliseconds(50))
        let before = receiver.requests
        wanted.withLock { $0 = [] }
        receiver.status = 200
        _ = await backend.flush(within: .seconds(30))
        #expect(receiver.requests == before && receiver.lines.isEmpty)
        await backend.finish()
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    /// The next installation does not send what a forgotten one has left.
    @Test func theEventsOfAForgottenInstallationAreNotSent() async throws {
        let (former, present) = (TrackingID(), TrackingID())
        receiver.status = 500
        let first = try backend(of: former)
        await track(to: first, of: former, ["former"])
        await first.finish()
        receiver.status = 200
        wanted.withLock { $0 = [] }
        let second = try backend(of: present)
        await track(to: second, of: present, ["present"])
        #expect(await second.flush(within: .seconds(30)))
        #expect(try names() == ["present"])
    }

    @Test func forgettingRemovesWhatWaits() async throws {
        let id = TrackingID()
        let backend = try backend(of: id)
        await track(to: backend, of: id, ["before"])
        try await backend.forget()
        await track(to: backend, of: id, ["after"])
        #expect(await backend.flush(within: .seconds(30)))
        #expect(try names() == ["after"])
    }

    @Test func processesThatRunAtTheSameTimeHaveSpoolsOfTheirOwn() async throws {
        let id = TrackingID()
        let backends = try (0..<3).map { _ in try backend(of: id) }
        for backend in backends { await track(to: backend, of: id, ["one"]) }
        #expect(Set(files.compactMap { $0.split(separator: "/").first }) == ["1", "2", "3"])
        for backend in backends { await backend.finish() }
        #expect(try names() == ["one", "one", "one"])
    }

    @Test func aFolderThatCannotBeUsedIsReportedAsAFailure() async throws {
        try Data().write(to: URL(filePath: folder))
        let id = TrackingID()
        let backend = try backend(of: id)
        let failures = Guarded<[TrackedWord]>([])
        let tracker = Tracker(
            to: [backend], installation: id,
            reporting: { name, _ in
                failures.withLock { $0.append(name) }
            })
        for _ in 0..<3 { await tracker.track([TrackedAction(.cloud, "one")]) }
        await backend.finish()
        #expect(failures.withLock { $0 } == ["remote"])
    }
}
