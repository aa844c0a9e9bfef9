import Scheduling
import SchedulingTestKit

/// A statement about a world, which is checked on one of its schedulers.
final class Law {
    enum Time {
        /// It holds after each step.
        case always
        /// It holds after some step, no later than this moment.
        case eventually(by: SchedulerInstant)
        /// It holds when no work is left.
        case atEnd
    }

    let name: String
    let time: Time
    /// The source line that states it.
    let place: String
    let scheduler: any Scheduler
    private let holds: (SchedulerIsolation) throws -> Bool

    init(
        _ name: String, _ time: Time, on scheduler: any Scheduler, at place: String,
        _ holds: @escaping (SchedulerIsolation) throws -> Bool
    ) {
        self.name = name
        self.time = time
        self.scheduler = scheduler
        self.place = place
        self.holds = holds
    }

    convenience init<Service>(
        _ name: String, _ time: Time, of service: SchedulerBound<Service>, at place: String,
        _ holds: @escaping (Service) throws -> Bool
    ) {
        let withoutService = if case .always = time { true } else { false }
        self.init(name, time, on: service.scheduler, at: place) { _ in
            try service.slot.service.map(holds) ?? withoutService
        }
    }

    /// Returns whether the law holds now; an error is the reason why it does not.
    func check() -> Result<Bool, any Error> {
        Schedulers.enter(scheduler) { Result { try holds(SchedulerIsolation(scheduler)) } }
    }
}
