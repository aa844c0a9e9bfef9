// A source's observer is called on a thread of an old library.
// stops: hook
// says: Observer<Int, Never>.send(_:) was called on a thread without a scheduler; it lives on
//     scheduler 'BL'

import OldLibrary
import Scheduling
import Signals
import World

enum ObserverOfAnotherThread: Row {
    static func run() {
        World.business.schedule {
            let numbers = Signal<Int, Never> { observer in
                #if WRONG
                    callBack { observer.send(1) }
                #else
                    observer.send(1)
                #endif
            }
            numbers.observe { _ in World.done() }
        }
    }
}
