import Scheduling
import SchedulingTestKit
import Signals

/// A mistake that the model has to find.
enum HopFault: CaseIterable {
    /// Every other value takes another way to the source.
    case detour
    /// A closure of the program keeps the values.
    case keeper
    /// A value is sent twice.
    case repetition
    /// The end is forgotten.
    case silence
}

/// A part of a chain: the source, or operators on the events of the link before.
@Schedulable
final class Link {
    private let subject = Subject<Item, Fault>()
    private let before: SchedulerBound<Link>?
    private let operators: [Operator]
    private let journal: HopJournal
    private let scheduler: any Scheduler
    private let fault: HopFault?

    init(
        after before: SchedulerBound<Link>?, _ operators: [Operator], _ journal: HopJournal,
        on scheduler: any Scheduler, _ fault: HopFault?
    ) {
        self.before = before
        self.operators = operators
        self.journal = journal
        self.scheduler = scheduler
        self.fault = fault
    }

    /// The events of this link.
    func events() -> Signal<Item, Fault> {
        var signal = subject.signal
        if let before { signal = before.signal { $0.events() }.deliver(in: .here) }
        return operators.reduce(signal) { $1.apply(to: $0, journal.census) }
    }

    /// Sends a value of the source, which a subscriber of this moment has to receive.
    func send(_ number: Int) {
        if subject.observerCount > 0 { journal.change { $0.sent.values.append(number) } }
        let item = Item(number, journal.census)
        if fault == .keeper { journal.change { $0.kept.append(item) } }
        subject.send(item)
        if fault == .repetition, number % 2 == 1 { subject.send(item) }
    }

    func end(_ end: Played.End) {
        journal.change { if $0.sent.end == nil { $0.sent.end = end } }
        if fault == .silence { return }
        switch end {
        case .completed: subject.complete()
        case .failed: subject.fail(.own)
        }
    }
}

/// The subscriber at the end of a chain.
@Schedulable
final class Viewer {
    private let journal: HopJournal
    private let scheduler: any Scheduler
    private var subscription: Disposable?

    init(_ journal: HopJournal, on scheduler: any Scheduler) {
        self.journal = journal
        self.scheduler = scheduler
    }

    func open(_ link: SchedulerBound<Link>) {
        let guest = Item(0, journal.census)
        subscription = link.signal { $0.events() }.deliver(in: .here).observe(
            { [journal] item in journal.receive(item.number &+ guest.number) },
            ended: { [journal] completion in journal.end(completion) })
    }

    /// Disposes of the subscription; `isLast` states that no work is left.
    func close(isLast: Bool = false) {
        journal.change { state in
            state.isClosed = true
            state.isCut = state.isCut || !isLast
        }
        subscription?.dispose()
    }
}
