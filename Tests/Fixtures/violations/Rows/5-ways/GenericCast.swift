// A generic function casts the service to a Sendable type, without an unsafe keyword.
// stops: hook
// says: Fetcher.fetchNodes() was called on scheduler 'UI'; it lives on scheduler 'BL'

import Scheduling
import World

private func cast<Value, Target>(_ value: Value, to type: Target.Type) -> Target? {
    value as? Target
}

enum GenericCast: Row {
    static func run() {
        #if WRONG
            World.bound().schedule { fetcher in
                let sent = cast(fetcher, to: (any NodeFetcher & Sendable).self)
                MainScheduler.shared.schedule { sent?.fetchNodes() }
            }
        #else
            World.bound().schedule { fetcher in
                cast(fetcher, to: (any NodeFetcher).self)?.fetchNodes()
                World.done()
            }
        #endif
    }
}
