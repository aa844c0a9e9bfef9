// A signal that can fail is observed by one trailing closure, without a failure handler.
// stops: compile
// says: the signal can fail: add 'failed: { … }' or 'ended: { … }'

import Signals
import World

private struct Lost: Error {}

enum ObserverWithoutFailureHandler {
    static func run() {
        let pages = Signal<Int, Lost>.just(1)
        #if WRONG
            pages.observe { print($0) }
        #else
            pages.observe {
                print($0)
            } failed: {
                print($0)
            }
        #endif
    }
}
