// A client declares another module's service Sendable.
// stops: hook
// says: Recorder.fetchNodes() was called on a thread without a scheduler; it lives on scheduler
//     'BL'

import Dispatch
import Scheduling
import World

@Schedulable
private final class Recorder: NodeFetcher {
    var limit = 0
    func fetchNodes() {}
}
// The lint refuses this extension; here is what happens to one that got by.
extension Recorder: @unchecked Sendable {}

enum RetroactiveSendable: Row {
    static func run() {
        #if WRONG
            let recorder = World.smuggled { Recorder() }.service
            DispatchQueue.global().async { recorder.fetchNodes() }
        #else
            let recorder = SchedulerBound(on: World.business) { Recorder() }
            DispatchQueue.global().async {
                recorder.schedule {
                    $0.fetchNodes()
                    World.done()
                }
            }
        #endif
    }
}
