// The cancellation of a task disposes of a subscription on the thread that cancels.
// stops: correct

import Scheduling
import Signals
import World

enum DisposedByCancellation: Row {
    static func run() {
        let box = World.smuggled {
            Disposable {
                precondition(World.business.isCurrent, "teardown runs on another scheduler")
                World.done()
            }
        }
        let task = Task {
            await withTaskCancellationHandler {
                await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            } onCancel: {
                #if WRONG
                    box.service.dispose()
                #else
                    World.business.schedule { box.service.dispose() }
                #endif
            }
        }
        task.cancel()
    }
}
