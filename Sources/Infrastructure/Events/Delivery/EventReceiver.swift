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

/// The code of a receiver; used on its scheduler only.
struct EventHandler {
    /// The state of the object that receives the events.
    enum State { case ready, underConstruction, gone }

    let state: () -> State
    let receive: (any Event) throws -> Void
    /// Runs its argument after the construction of the object.
    let afterConstruction: (@escaping @Sendable () -> Void) -> Void
    /// The token of the registration, which a caller may drop; `nil` for a service.
    var token: Disposable?
}

/// One registration of a receiver.
final class EventReceiver: EventTarget {
    /// The events that are meant, for reports.
    let events: String
    let outlet: EventOutlet
    private weak let list: (any ReceiverList)?
    private let handler: IsolatedBox<EventHandler>
    private let queue: LimitedQueue?
    private let deliveredCount = Atomic(0)
    private let failedCount = Atomic(0)

    init(
        of events: String, in list: any ReceiverList, through outlet: EventOutlet,
        _ queue: LimitedQueue?, _ handler: EventHandler
    ) {
        self.events = events
        self.list = list
        self.outlet = outlet
        self.queue = queue
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
    func accept(_ event: any Event, _ file: StaticString, _ line: UInt) -> Bool {
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
        guard let handler = handler.contentOnScheduler, let event = event ?? next() else { return }
        switch handler.state() {
        case .ready: deliver(event, to: handler)
        case .underConstruction: handler.afterConstruction { [self] in deliver(event) }
        case .gone: end()
        }
    }

    private func deliver(_ event: any Event, to handler: EventHandler) {
        do {
            try handler.receive(event)
            deliveredCount.add(1, ordering: .relaxed)
        } catch {
            let count = failedCount.add(1, ordering: .relaxed).newValue
            // A flood of failures does not become a flood of log lines.
            guard count.nonzeroBitCount == 1 else { return }
            Logger(label: "events").error(
                "a receiver of \(events) on scheduler '\(outlet.scheduler.name)' failed: \(error)",
                metadata: ["failures": "\(count)"])
        }
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
        if handler.contentOnScheduler?.state() == .gone { end() }
    }

    private func send(_ event: (any Event)?, _ file: StaticString, _ line: UInt) {
        if outlet.send(event, to: self, file, line) { return }
        list?.remove(self)
        queue?.close()
    }
}
