// A subscription's token is sent to another scheduler, and disposed of there.
// stops: compile
// says: sending 'token' risks causing data races

import Scheduling
import Signals
import World

enum TokenSentElsewhere {
    static func run(_ limits: BoundSignal<Int, Never>) {
        World.business.schedule { home in
            let token = limits.deliver(in: home).observe { print($0) }
            #if WRONG
                MainScheduler.shared.schedule { token.dispose() }
            #else
                token.dispose()
            #endif
        }
    }
}
