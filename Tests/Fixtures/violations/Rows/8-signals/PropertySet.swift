// A property that reports its changes bypasses the compiler, and is set on another scheduler.
// stops: hook
// says: MutableProperty<Int>.value was set on scheduler 'UI'; it lives on scheduler 'BL'
// says: right line:    property.schedule { $0.value = … }

import Scheduling
import Signals
import World

enum PropertySet: Row {
    static func run() {
        #if WRONG
            World.smuggled { MutableProperty(0) }.service.value = 1
        #else
            let property = SchedulerBound(on: World.business) { MutableProperty(0) }
            property.schedule {
                $0.value = 1
                World.done()
            }
        #endif
    }
}
