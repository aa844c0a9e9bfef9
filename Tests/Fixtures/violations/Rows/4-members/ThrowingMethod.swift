// A throwing method with a result is called on the wrong scheduler.
// stops: hook
// says: Fetcher.fetch(page:of:) was called on scheduler 'UI'; it lives on scheduler 'BL'
// says: right line:    try await fetcher.run { try $0.fetch(page: …, of: …) }

import Scheduling
import World

enum ThrowingMethod: Row {
    static func run() {
        #if WRONG
            _ = try? World.smuggled().service.fetch(page: 1, of: 10)
        #else
            World.bound().schedule {
                _ = try? $0.fetch(page: 1, of: 10)
                World.done()
            }
        #endif
    }
}
