import Events
import Scheduling
import Signals

final class Tracker {
    func count(_ account: String) {}
}

// snippet Event

func table() throws {
    // snippet EventTable
    withExtendedLifetime(hub) {}
}

@MainActor
func hub(_ hub: EventHub, tracker: Tracker, home: SchedulerIsolation) {
    // snippet EventHub
}

@MainActor
func matching(_ hub: EventHub, tracker: Tracker, home: SchedulerIsolation) {
    // snippet EventHub+Receive
}

func pressure(_ hub: EventHub, on business: WorkScheduler) {
    // snippet MemoryPressure
    withExtendedLifetime(pressure) {}
}
