// An array of services is cast to an array of `any Sendable` before it is sent.
// stops: warning
// says: forced cast from '[Fetcher]' to '[any Sendable]' always succeeds

import Scheduling
import World

enum ArrayCastToSendable {
    static func send(_ fetchers: [Fetcher]) {
        #if WRONG
            // swift-format-ignore: NeverForceUnwrap
            let sent = fetchers as! [any Sendable]
        #else
            let sent = fetchers.map(\.limit)
        #endif
        MainScheduler.shared.schedule { print(sent) }
    }
}
