import HTTPGateway
import HTTPGatewayTestKit
import LoopbackTestKit
import Scheduling
import Testing

@testable import CurlGateway

/// The lookups that requests of a live gateway cause.
@Suite struct NameLookupTests {
    @Test func aNameIsLookedUpAgainAfterAConnectionFailed() async throws {
        let lookups = Guarded([String]())
        let live = LiveGateway(lookUp: { host in
            lookups.withLock { $0.append(host) }
            return NameResolver.Answer(host: host, addresses: ["127.0.0.1"], failure: nil)
        })
        let server = try RawServer.answering { _ in .text("ok") }
        let (open, closed) = ("http://moved.invalid:\(server.port)/", "http://moved.invalid:1/")
        #expect(await live.run(GET(), open).error == nil)
        #expect(await live.run(GET(), open).error == nil)
        #expect(lookups.withLock { $0 } == ["moved.invalid"])
        // The known address is used, and forgotten.
        #expect(await live.run(GET(), closed).error?.code == .connectionRefused)
        #expect(lookups.withLock { $0.count } == 1)
        #expect(await live.run(GET(), open).error == nil)
        #expect(lookups.withLock { $0.count } == 2)
    }
}
