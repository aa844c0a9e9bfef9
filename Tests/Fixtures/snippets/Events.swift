import Events
import Scheduling

final class Tracker {
    func count(_ account: String) {}
}

final class Thumbnails {
    func shrink(toHalf: Bool) {}
}

// snippet 1

func pressure(
    _ hub: EventHub, thumbnails: Thumbnails, home: SchedulerIsolation, business: WorkScheduler
) {
    // snippet 2
    withExtendedLifetime(pressure) {}
}
