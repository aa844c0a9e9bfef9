// A service's method is called on its handle.
// stops: compile
// says: a handle has no such member: call the service on its scheduler with run, schedule or signal

import Scheduling
import World

enum MemberOfHandle {
    static func run() async throws {
        #if WRONG
            try await World.bound().fetch(page: 1, of: 20)
        #else
            _ = try await World.bound().run { try $0.fetch(page: 1, of: 20) }
        #endif
    }
}
