// A subscription's token is sent to another scheduler, and disposed of there.
// stops: correct

import Scheduling
import Signals
import World

enum TokenSentElsewhere: Row {
    private static let subject = SchedulerBound(on: World.business) { Subject<Int, Never>() }

    /// An object that the subscription captures.
    private final class Captured {
        deinit {
            precondition(World.business.isCurrent, "teardown runs on another scheduler")
            World.done()
        }
    }

    static func run() {
        World.business.schedule {
            let captured = Captured()
            let token = subject.signal { $0.signal }.deliver(on: World.business)
                .observe({ _ in withExtendedLifetime(captured) {} }, ended: { _ in })
            #if WRONG
                MainScheduler.shared.schedule { token.dispose() }
            #else
                token.dispose()
            #endif
        }
    }
}
