import Foundation
import HTTPGateway
import KeyedStore
import Persistence
import Scheduling
import Testing

@testable import Tracking

/// The sending of the usage, as the setting of the user decides.
@Suite final class RemoteUsageTests: Sendable {
    private let folder = NSTemporaryDirectory() + "usage-setting-\(UUID().uuidString)"
    private let receiver = Receiver()
    private let engine = MemoryEngine()
    private let address = "https://usage.example.com/events"

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func tracking(
        reporting report: @escaping @Sendable (TrackedWord, any Error) -> Void = { _, error in
            Issue.record(error)
        }
    ) -> UsageTracking {
        let path = folder + "/usage.json"
        return UsageTracking(
            settings: try KeyedStore(FileBackend(path: path)),
            counts: CountsBackend { [engine] in
                let business = WorkScheduler(name: "BL")
                return Database(
                    engine, at: DatabasePlace("guest"),
                    schema: DatabaseSchema(
                        program: 1, models: CountsBackend.models,
                        migrations: CountsBackend.migrations), on: business,
                    readers: .schedulers([business]))
            },
            sendingBy: RemoteUsage(in: unsent) { [receiver] in receiver.gateway(in: $0) },
            reporting: report)
    }

    private var unsent: String { folder + "/usage" }

    private var hasUnsent: Bool { FileManager.default.fileExists(atPath: unsent) }

    private func run(_ usage: UsageTracking, _ name: TrackedWord = "sync") async throws {
        try await usage.track([TrackedAction(.cloud, name)])
        await usage.finish()
    }

    private func names() throws -> [String] {
        try receiver.events().compactMap { $0["name"] as? String }
    }

    @Test func offAndOnWithoutAnAddressSendNothing() async throws {
        try await run(tracking())
        #expect(!FileManager.default.fileExists(atPath: folder))
        try await tracking().switchOn()
        try await run(tracking())
        #expect(receiver.requests == 0 && !hasUnsent)
        #expect(try await tracking().summary().destination == nil)
    }

    @Test func theEventsAreSentToTheAddressAndCounted() async throws {
        try await tracking().switchOn(sendingTo: address)
        try await run(tracking())
        #expect(try names() == ["sync"])
        let summary = try await tracking().summary()
        #expect(summary.destination == address && summary.counts.map(\.count) == [1])
        let id = try #require(summary.installation)
        #expect(try receiver.events().first?["installation"] as? String == "\(id)")
    }

    @Test func switchingItOffRemovesWhatWaits() async throws {
        receiver.status = 500
        try await tracking().switchOn(sendingTo: address)
        try await run(tracking())
        #expect(hasUnsent)
        try await tracking().switchOff()
        #expect(!hasUnsent)
        receiver.status = 200
        try await run(tracking())
        #expect(receiver.lines.isEmpty)
    }

    @Test func forgettingRemovesWhatWaits() async throws {
        receiver.status = 500
        try await tracking().switchOn(sendingTo: address)
        try await run(tracking(), "before")
        try await tracking().forget()
        #expect(!hasUnsent)
        receiver.status = 200
        try await run(tracking(), "after")
        #expect(try names() == ["after"])
    }

    @Test(arguments: [nil, "https://other.example.com/"])
    func anotherAddressRemovesWhatWaitsForTheFormerOne(_ other: String?) async throws {
        receiver.status = 500
        try await tracking().switchOn(sendingTo: address)
        try await run(tracking())
        try await tracking().switchOn(sendingTo: other)
        #expect(!hasUnsent)
        let summary = try await tracking().summary()
        #expect(summary.destination == other && summary.counts.map(\.count) == [1])
        #expect(summary.installation == nil, "the next event gets another identifier")
    }

    /// A program that runs follows the setting that another process has changed.
    @Test func aRunningProgramStopsToSendWhenAnotherOneSwitchesItOff() async throws {
        receiver.status = 500
        let watch = tracking()
        try await tracking().switchOn(sendingTo: address)
        try await watch.track([TrackedAction(.cloud, "before")])
        try await tracking().switchOff()
        receiver.status = 200
        await watch.finish()
        #expect(receiver.lines.isEmpty && !hasUnsent)
    }

    /// It removes them when it reads the setting, and not only at its end.
    @Test func aRunningProgramRemovesWhatWaitsOnceItReadsThatItIsOff() async throws {
        receiver.status = 500
        try await tracking().switchOn(sendingTo: address)
        try await run(tracking(), "earlier")
        let watch = tracking()
        try await watch.track([TrackedAction(.cloud, "before")])
        try await tracking().switchOff()
        #expect(hasUnsent)
        #expect(try await watch.tracker() == nil)
        #expect(!hasUnsent)
    }

    @Test func aRunningProgramSendsNothingOfTheFormerAddressToAnotherOne() async throws {
        receiver.status = 500
        try await tracking().switchOn(sendingTo: address)
        try await run(tracking(), "earlier")
        let watch = tracking()
        try await watch.track([TrackedAction(.cloud, "before")])
        try await tracking().switchOn(sendingTo: "https://other.example.com/")
        receiver.status = 200
        try await run(watch, "after")
        try await run(tracking(), "later")
        #expect(try names() == ["after", "later"])
    }

    /// Runs `change` while another process holds the events, and is then killed.
    private func whileEventsAreHeld(_ change: () async throws -> Void) async throws {
        let lock = open(unsent + "/1/spool.lock", O_RDWR | O_CLOEXEC)
        defer {
            flock(lock, LOCK_UN)
            close(lock)
        }
        let isHeld = flock(lock, LOCK_EX) == 0
        #expect(isHeld)
        try await change()
        #expect(hasUnsent)
    }

    @Test func whatAKilledProgramHasLeftIsNotSentToAnotherAddress() async throws {
        receiver.status = 500
        try await tracking().switchOn(sendingTo: address)
        try await run(tracking(), "before")
        try await whileEventsAreHeld {
            try await tracking().switchOn(sendingTo: "https://other.example.com/")
        }
        receiver.status = 200
        try await run(tracking(), "after")
        #expect(try names() == ["after"])
    }

    @Test func switchingItOffOnceMoreRemovesWhatAKilledProgramHasLeft() async throws {
        receiver.status = 500
        try await tracking().switchOn(sendingTo: address)
        try await run(tracking())
        try await whileEventsAreHeld { try await tracking().switchOff() }
        try await tracking().switchOff()
        #expect(!hasUnsent)
    }

    @Test(arguments: ["http://usage.example.com/", "records", "ftp://localhost/"])
    func anAddressThatCannotBeUsedIsReportedAndTheCountsGoOn(_ address: String) async throws {
        let failures = Guarded<[TrackedWord]>([])
        let usage = tracking { name, _ in failures.withLock { $0.append(name) } }
        try await usage.switchOn(sendingTo: address)
        try await run(usage)
        #expect(failures.withLock { $0 } == ["remote"])
        #expect(try await usage.summary().counts.map(\.count) == [1])
        #expect(!hasUnsent)
    }
}
