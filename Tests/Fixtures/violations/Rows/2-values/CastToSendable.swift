// The service is cast to `any Sendable` before it is sent.
// stops: warning
// says: forced cast from 'Fetcher' to 'any Sendable' always succeeds

import Scheduling
import World

enum CastToSendable {
    static func send(_ fetcher: Fetcher) {
        #if WRONG
            // swift-format-ignore: NeverForceUnwrap
            let sent = fetcher as! any Sendable
        #else
            let sent = fetcher.limit
        #endif
        MainScheduler.shared.schedule { print(sent) }
    }
}
