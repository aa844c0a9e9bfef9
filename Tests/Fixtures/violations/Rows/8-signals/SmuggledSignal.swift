// A signal bypasses the compiler, and reads the service on the subscriber's scheduler.
// stops: hook
// says: Fetcher.limit was read on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import Signals
import World

enum SmuggledSignal: Row {
    static func run() {
        #if WRONG
            World.smuggled { Fetcher().limits() }.service.observe { print($0) }
        #else
            let limits = World.bound().signal { $0.limits() }
            MainScheduler.shared.schedule {
                limits.deliver(in: .main).observe({ _ in World.done() }, ended: { _ in })
            }
        #endif
    }
}
