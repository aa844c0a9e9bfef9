// A handler of a POSIX signal interrupts the scheduler's own work.
// stops: nothing
// why: the handler runs on the interrupted thread, in the middle of an item of its scheduler; a
//     function for `atexit` runs on the thread that calls `exit`, also in the middle of an item
// instead: let the handler write to a pipe, and let a scheduler's work read from it

import Foundation
import Scheduling
import World

private nonisolated(unsafe) var interrupted: Smuggled<Fetcher>?
private nonisolated(unsafe) var writingEnd: Int32 = -1

private func raiseSignal() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGUSR1)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(SIGUSR1)
}

enum SignalHandler: Row {
    static func run() {
        #if WRONG
            let box = World.smuggled()
            interrupted = box
            World.business.schedule {
                signal(SIGUSR1) { _ in interrupted?.service.fetchNodes() }
                raiseSignal()
                World.done()
            }
        #else
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            writingEnd = ends[1]
            signal(SIGUSR1) { _ in write(writingEnd, "!", 1) }
            raiseSignal()
            var byte: UInt8 = 0
            read(ends[0], &byte, 1)
            World.bound().schedule {
                $0.fetchNodes()
                World.done()
            }
        #endif
    }
}
