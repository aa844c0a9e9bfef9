// A new wrong call is of a kind that is in the baseline.
// stops: nothing
// why: a baseline contains the member and both schedulers, not the calling lines, because lines
//     move with every change of a file
// instead: shorten the baseline with `tightened(to:)`, and watch `Violations.counts`

import Scheduling
import World

enum SecondCallOfAKnownKind: Row {
    static func run() {
        #if WRONG
            let box = World.smuggled()
            Violations.mode = .count
            box.service.fetchNodes()
            Violations.baseline = ViolationBaseline(kinds: Violations.counts.keys)
            Violations.mode = .trap
            // It would trap without the baseline. The log has the counts 1, 10, 100, … only.
            box.service.fetchNodes()
            World.done()
        #else
            World.bound().schedule {
                $0.fetchNodes()
                World.done()
            }
        #endif
    }
}
