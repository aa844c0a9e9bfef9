// A subject is made outside of every scheduler, and two schedulers use it.
// stops: hook
// says: Subject<Int, Never>.send(_:) was called on scheduler 'UI'; it lives on scheduler 'BL'

import Foundation
import Scheduling
import Signals
import World

enum SubjectMadeOutside: Row {
    static func run() {
        #if WRONG
            let box = Smuggled<Subject<Int, Never>>()
            let isUsed = DispatchSemaphore(value: 0)
            Thread {
                box.service = Subject()
                World.business.schedule {
                    box.service.send(1)
                    isUsed.signal()
                }
            }.start()
            isUsed.wait()
            box.service.send(2)
        #else
            let subject = SchedulerBound(on: World.business) { Subject<Int, Never>() }
            subject.schedule {
                $0.send(1)
                World.done()
            }
        #endif
    }
}
