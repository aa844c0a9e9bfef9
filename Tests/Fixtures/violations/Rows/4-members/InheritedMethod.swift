// A method is called that a subclass inherits from another module.
// stops: hook
// says: Recorder.fetch(page:of:) was called on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

@Schedulable
private final class Recorder: Fetcher {}

enum InheritedMethod: Row {
    static func run() {
        #if WRONG
            _ = try? World.smuggled { Recorder() }.service.fetch(page: 1, of: 1)
        #else
            let recorder = SchedulerBound(on: World.business) { Recorder() }
            recorder.schedule {
                _ = try? $0.fetch(page: 1, of: 1)
                World.done()
            }
        #endif
    }
}
