import HTTPGateway
import Scheduling
import Signals

/// Sends the events to a server that the user has named, through a spool.
///
/// It keeps at most 4 MiB of events for an absent server, and sends each at least once; a repeated
/// event has the same identity. It sends nothing without consent, which it reads before each
/// request.
final class RemoteBackend: TrackingBackend {
    /// The name in reports.
    let name: TrackedWord = "remote"
    private let sender: SchedulerBound<EventSender>
    private let installation: TrackingID

    /// Creates a backend, which sends the wanted events that earlier processes have left.
    ///
    /// - Parameters:
    ///   - address: the address that receives the events.
    ///   - folder: the folder of the events that wait.
    ///   - installation: the installation of this process.
    ///   - scheduler: the scheduler of the spool and the requests; it may block.
    ///   - makeGateway: makes the gateway of the requests, on the scheduler.
    ///   - isWanted: whether events of an installation may be sent to the address; it may block.
    init(
        to address: HTTPURL, in folder: String, of installation: TrackingID,
        on scheduler: any Scheduler,
        gateway makeGateway: @escaping @Sendable (SchedulerIsolation) -> any RequestGateway,
        onlyIf isWanted: @escaping @Sendable (TrackingID) throws -> Bool
    ) {
        self.installation = installation
        sender = SchedulerBound(on: scheduler) { home in
            try EventSender(
                EventSpools(folder: folder), to: address, through: makeGateway(home), in: home,
                onlyIf: isWanted)
        }
    }

    /// Stores the events, and sends them when the water line is reached.
    ///
    /// - Throws: `BoundError` if the spool cannot be opened; the error of the condition.
    nonisolated(nonsending) func receive(_ events: [TrackedEvent]) async throws {
        if events.isEmpty { return }
        try await sender.run { try $0.receive(events) }
    }

    /// Removes the events that wait.
    nonisolated(nonsending) func forget() async throws {
        try await sender.run { $0.discard() }
    }

    /// Sends the events that wait.
    ///
    /// - Returns: whether all were sent.
    nonisolated(nonsending) func flush(within limit: Duration) async -> Bool {
        (try? await sender.signal { $0.flush(within: limit) }.last()) ?? false
    }

    /// Ends the run: sends the events that wait within 200 ms, and writes the rest to the disk.
    nonisolated(nonsending) func finish() async {
        _ = await flush(within: .milliseconds(200))
        // A sender that was not made has no events; the reason was reported.
        try? await sender.run { [installation] in $0.close(installation) }
    }
}
