// A signal that can fail is observed within an owner, without a failure handler.
// stops: compile
// says: the signal can fail: add 'ended: { … }'

import Signals
import World

private struct Lost: Error {}

enum OwnedObserverWithoutFailureHandler {
    static func run(within owner: Disposable) {
        let pages = Signal<Int, Lost>.just(1)
        #if WRONG
            pages.observe(within: owner) { print($0) }
        #else
            pages.observe(within: owner) {
                print($0)
            } ended: {
                print($0)
            }
        #endif
    }
}
