import Events
import Scheduling
import Signals

struct TransferMoved: Event {
    static let name: EventName = "transfer.moved"
    let transfer: String
}

final class Tracker {
    func count(_ account: String) {}
}

final class Display {
    func show(_ event: TransferMoved) {}
}

final class Thumbnails {
    func shrink(toHalf: Bool) {}
}

// snippet 1

// snippet 2

func limiting(_ hub: EventHub, display: SchedulerBound<Display>) {
    // snippet 3
}

func declaring() throws {
    // snippet 4
    withExtendedLifetime(hub) {}
}

func pressure(_ hub: EventHub, thumbnails: SchedulerBound<Thumbnails>, business: WorkScheduler) {
    // snippet 5
    withExtendedLifetime(pressure) {}
}
