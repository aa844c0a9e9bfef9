import HTTPGateway
import Reports
import Scheduling
import Signals

/// Sends events to a server, as long as the user wants it.
///
/// The consent is read before each request. The events of an installation without consent are
/// dropped, including those that an earlier run has stored.
@Schedulable
final class EventSender {
    /// `nil` after the end, so that another process can use the folder.
    private var delivery: SpoolDelivery?
    private let spools: EventSpools
    private let number: Int
    private let isWanted: @Sendable (TrackingID) throws -> Bool

    /// Opens a spool, and sends what earlier processes have left.
    ///
    /// - Throws: `SpoolError`.
    init(
        _ spools: EventSpools, to address: HTTPURL, through gateway: any RequestGateway,
        in home: SchedulerIsolation,
        onlyIf isWanted: @escaping @Sendable (TrackingID) throws -> Bool
    ) throws(SpoolError) {
        let (spool, number) = try spools.open()
        self.spools = spools
        self.number = number
        self.isWanted = isWanted
        delivery = SpoolDelivery(
            of: spool, to: address, through: gateway, in: home
        ) { records in
            // The spool removes records without consent, and they are not sent.
            try EventSender.wanted(records, isWanted).map { EventRecord.line(of: $0.bytes) }
        }
    }

    private static func wanted(
        _ records: [SpoolRecord], _ isWanted: (TrackingID) throws -> Bool
    ) throws -> [SpoolRecord] {
        var known: [TrackingID: Bool] = [:]
        return try records.filter { record in
            guard let id = EventRecord.installation(of: record.bytes) else { return false }
            if let known = known[id] { return known }
            let answer = try isWanted(id)
            known[id] = answer
            return answer
        }
    }

    /// Stores events, and sends them when the water line is reached.
    ///
    /// - Throws: the error of the condition.
    func receive(_ events: [TrackedEvent]) throws {
        checkScheduler()
        let wanted = try Set(events.map(\.installation)).filter(isWanted)
        for event in events where wanted.contains(event.installation) {
            delivery?.append(EventRecord.bytes(event))
        }
    }

    /// Removes all events that wait.
    func discard() {
        checkScheduler()
        delivery?.discard()
    }

    /// Sends the events that wait.
    ///
    /// - Returns: a signal that sends whether all were sent.
    func flush(within limit: Duration) -> Signal<Bool, Never> {
        checkScheduler()
        return Signal { [weak delivery] observer in
            guard let delivery else {
                observer.send(true)
                return observer.complete()
            }
            delivery.flush(deadline: limit) { areSent in
                observer.send(areSent)
                observer.complete()
            }
        }
    }

    /// Writes the events that wait to the disk, for the next process.
    ///
    /// Without consent, it removes them.
    func close(_ installation: TrackingID) {
        checkScheduler()
        // Without an answer the events stay: the next process asks again before it sends them.
        let isKept = (try? isWanted(installation)) ?? true
        if !isKept { delivery?.discard() }
        delivery?.close()
        delivery = nil
        if !isKept { spools.remove(number) }
    }
}
