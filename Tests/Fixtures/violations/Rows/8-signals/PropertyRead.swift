// A read-only property bypasses the compiler, and is read on another scheduler.
// stops: hook
// says: MutableProperty<Int>.value was read on scheduler 'UI'; it lives on scheduler 'BL'
// says: right line:    try await property.run { $0.value }

import Scheduling
import Signals
import World

enum PropertyRead: Row {
    static func run() {
        #if WRONG
            print(World.smuggled { MutableProperty(0).property }.service.value)
        #else
            let property = SchedulerBound(on: World.business) { MutableProperty(0) }
            property.schedule {
                print($0.property.value)
                World.done()
            }
        #endif
    }
}
