// A subclass overrides a method.
// stops: hook
// says: Recorder.fetchNodes() was called on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

@Schedulable
private final class Recorder: Fetcher {
    override func fetchNodes() {}
}

enum Override: Row {
    static func run() {
        #if WRONG
            World.smuggled { Recorder() }.service.fetchNodes()
        #else
            let recorder = SchedulerBound(on: World.business) { Recorder() }
            recorder.schedule {
                $0.fetchNodes()
                World.done()
            }
        #endif
    }
}
