import Dispatch
import Logging
import Scheduling
import Signals
import Synchronization

/// The list in which a receiver is registered.
protocol ReceiverList: AnyObject, Sendable {
    /// Removes a receiver, from any thread.
    func remove(_ receiver: EventReceiver)
}

/// One registration of a receiver.
final class EventReceiver: EventTarget {
    /// The name or the pattern of the events, for reports.
    let events: String
    let outlet: EventOutlet
    private weak let list: (any ReceiverList)?
    /// Identifies the token that ends the registration, and lives as long; `nil` for a service.
    let token: ObjectIdentifier?
    private let handler: IsolatedBox<any EventHandler>
    private let queue: LimitedQueue?
    private let deliveredCount = Atomic(0)
    private let failedCount = Atomic(0)

    init(
        of events: String, in list: any ReceiverList, through outlet: EventOutlet,
        _ queue: LimitedQueue?, _ handler: any EventHandler, token: Disposable? = nil
    ) {
        self.events = events
        self.list = list
        self.outlet = outlet
        self.queue = queue
        self.token = token.map { ObjectIdentifier($0) }
        self.handler = IsolatedBox(handler, of: outlet.scheduler)
    }

    var counts: EventReport.Receiver {
        EventReport.Receiver(
            events: events, scheduler: outlet.scheduler.name,
            delivered: deliveredCount.load(ordering: .relaxed),
            failed: failedCount.load(ordering: .relaxed), waiting: queue?.counts.waiting,
            dropped: queue?.counts.dropped ?? 0, exceeded: queue?.counts.exceeded ?? 0)
    }

    /// Queues an event; `false` if the receiver is full and its poster has to wait.
    func accept(_ event: consuming any Event, _ file: StaticString, _ line: UInt) -> Bool {
        guard let queue else {
            send(event, file, line)
            return true
        }
        switch queue.offer(event) {
        case .queued: send(nil, file, line)
        case .replaced, .closed: break
        case .full: return false
        }
        return true
    }

    /// Queues an event that the receiver has no space for.
    func exceed(with event: any Event, _ file: StaticString, _ line: UInt) {
        if case .queued? = queue?.exceed(with: event) { send(nil, file, line) }
    }

    /// Queues an event when there is space; `poster` is entered until then.
    func accept(
        _ event: any Event, whenSpaceFor poster: DispatchGroup, _ file: StaticString, _ line: UInt
    ) {
        poster.enter()
        switch queue?.wait(with: event, for: poster) {
        case .full: return
        case .queued: send(nil, file, line)
        case .replaced, .closed, nil: break
        }
        poster.leave()
    }

    /// Queues the event of a poster that no longer waits.
    func giveUp(_ poster: DispatchGroup) {
        guard queue?.giveUp(poster) == true else { return }
        send(nil, #fileID, #line)
        poster.leave()
    }

    func deliver(_ event: (any Event)?) {
        guard let handler = handler.contentOnScheduler else { return }
        if let event {
            deliver(event, to: handler)
        } else if let event = next() {
            deliver(event, to: handler)
        }
    }

    /// Delivers an event that has waited for the construction of the receiving object.
    private func deliverLate(_ event: any Event) {
        guard let handler = handler.contentOnScheduler else { return }
        deliver(event, to: handler, hasWaited: true)
    }

    private func deliver(
        _ event: any Event, to handler: any EventHandler, hasWaited: Bool = false
    ) {
        do {
            switch try handler.receive(event, hasWaited: hasWaited) {
            case .received: Self.increment(deliveredCount)
            case .underConstruction: handler.afterConstruction { [self] in deliverLate(event) }
            case .gone: end()
            }
        } catch {
            let count = Self.increment(failedCount)
            // A flood of failures does not become a flood of log lines.
            guard count.nonzeroBitCount == 1 else { return }
            Logger(label: "events").error(
                "a receiver of \(events) on scheduler '\(outlet.scheduler.name)' failed: \(error)",
                metadata: ["failures": "\(count)"])
        }
    }

    /// Increments a counter that only the scheduler of the receiver changes.
    @discardableResult
    private static func increment(_ counter: borrowing Atomic<Int>) -> Int {
        let count = counter.load(ordering: .relaxed) + 1
        counter.store(count, ordering: .relaxed)
        return count
    }

    private func next() -> (any Event)? {
        guard let (event, admitted) = queue?.take() else { return nil }
        if let admitted {
            // Before the poster is resumed, so that its next event comes after this one.
            send(nil, #fileID, #line)
            admitted.leave()
        }
        return event
    }

    /// Ends the registration; called on the scheduler of the receiver.
    func end() {
        list?.remove(self)
        handler.drop()
        queue?.close()
    }

    /// Ends the registration if the receiving object is gone; called on its scheduler.
    func endIfGone() {
        if handler.contentOnScheduler?.isGone == true { end() }
    }

    private func send(_ event: consuming (any Event)?, _ file: StaticString, _ line: UInt) {
        if outlet.send(event, to: self, file, line) { return }
        list?.remove(self)
        queue?.close()
    }
}
