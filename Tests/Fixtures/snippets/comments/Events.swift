import Events
import Scheduling

final class Tracker {
    func count(_ account: String) {}
}

// snippet Event

@MainActor
func hub(_ hub: EventHub, tracker: Tracker, home: SchedulerIsolation) {
    // snippet EventHub
}

func pressure(_ hub: EventHub, on business: WorkScheduler) {
    // snippet MemoryPressure
    withExtendedLifetime(pressure) {}
}
