// A schedulable class in Swift 5 mode is used on the wrong scheduler.
// stops: hook
// says: Recorder.fetchNodes() was called on scheduler 'UI'; it lives on scheduler 'BL'
// language: 5

import Scheduling
import World

@Schedulable
private final class Recorder {
    func fetchNodes() {}
}

enum SwiftFiveService: Row {
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
