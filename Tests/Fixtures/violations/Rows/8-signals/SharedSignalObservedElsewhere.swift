// A shared signal bypasses the compiler, and is subscribed to on another scheduler.
// stops: hook
// says: Signal<Int, Never>.observe(_:) was called on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import Signals
import World

enum SharedSignalObservedElsewhere: Row {
    static func run() {
        let box = World.smuggled { Signal<Int, Never>.never.share() }
        World.business.schedule {
            box.service.observe { _ in }
            #if WRONG
                let another = box
                MainScheduler.shared.schedule { another.service.observe { _ in } }
            #else
                World.done()
            #endif
        }
    }
}
