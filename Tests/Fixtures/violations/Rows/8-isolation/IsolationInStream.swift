// An isolation value is an element of a stream.
// stops: compile
// says: sending 'home' risks causing data races

import Scheduling
import Signals
import World

enum IsolationInStream {
    final class Plain {
        var count = 0

        func use() { count += 1 }
    }

    @MainActor static func run() {
        let other = WorkScheduler(name: "other")
        other.schedule { home in
            let plain = Plain()
            let (_, stream) = AsyncStream.makeStream(of: SchedulerIsolation.self)
            _ = (stream, plain)
            #if WRONG
                stream.yield(home)
            #endif
        }
    }
}
