// A subject bypasses the compiler, and is subscribed to on another scheduler.
// stops: hook
// says: Subject<Int, Never>.signal was called on scheduler 'UI'; it lives on scheduler 'BL'
// says: right line:    subject.signal { $0.signal }

import Scheduling
import Signals
import World

enum SubjectObserved: Row {
    static func run() {
        #if WRONG
            World.smuggled { Subject<Int, Never>() }.service.signal.observe { print($0) }
        #else
            let subject = SchedulerBound(on: World.business) { Subject<Int, Never>() }
            let numbers = subject.signal { $0.signal }
            MainScheduler.shared.schedule {
                numbers.deliver(in: .main).observe({ _ in World.done() }, ended: { _ in })
                subject.schedule { $0.send(1) }
            }
        #endif
    }
}
