// A call through the handle returns the service's signal itself.
// stops: compile
// says: type 'Signal<Int, Never>' does not conform to the 'Sendable' protocol

import Scheduling
import Signals
import World

enum SignalReturnedByRun {
    #if WRONG
        static func wrong(_ fetcher: SchedulerBound<Fetcher>) async throws {
            let limits = try await fetcher.run { $0.limits() }
            limits.observe { print($0) }
        }
    #else
        @MainActor
        static func right(_ fetcher: SchedulerBound<Fetcher>) {
            fetcher.signal { $0.limits() }.deliver(in: .main)
                .observe({ print($0) }, ended: { print($0) })
        }
    #endif
}
