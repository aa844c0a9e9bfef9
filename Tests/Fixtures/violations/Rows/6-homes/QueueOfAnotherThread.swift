// A Dispatch queue runs work of the main scheduler on its own thread.
// stops: hook
// says: Presenter.show() was called on a thread without a scheduler; it lives on scheduler 'UI'

import Dispatch
import Scheduling
import Signals
import World

enum QueueOfAnotherThread: Row {
    static func run() {
        typealias Isolated = @MainActor () -> Void
        let presenter = MainActor.assumeIsolated { Presenter() }
        let show: Isolated = { presenter.show() }
        let queue = DispatchQueue(label: "queue")
        #if WRONG
            // Wrong on purpose.
            nonisolated(unsafe) let call = unsafeBitCast(show, to: (() -> Void).self)
            queue.async { call() }
        #else
            let counter = SchedulerBound(on: MainScheduler.shared) { Fetcher() }
            let subject = Subject<Int, Never>()
            // `sync` runs the work on the initial thread, inside of the queue.
            queue.sync {
                MainActor.assumeIsolated {
                    show()
                    try? counter.get(in: .main).fetchNodes()
                }
                subject.send(1)
            }
            DispatchQueue.global().async {
                DispatchQueue.main.sync { MainActor.assumeIsolated { show() } }
                World.done()
            }
        #endif
    }
}
