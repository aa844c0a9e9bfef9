import CommandLineProgram
import PhotoFeed
import Testing

/// The cause of a wait, as other programs read it.
@Suite struct WaitCauseTests {
    @Test(
        arguments: [
            (.nameNotResolved, "nameNotResolved", nil),
            (.connectionRefused, "connectionRefused", nil),
            (.noConnection, "noConnection", nil),
            (.connectTimedOut, "connectTimedOut", nil),
            (.proxyFailed, "proxyFailed", nil),
            (.tlsFailed, "tlsFailed", nil),
            (.connectionLost, "connectionLost", nil),
            (.timedOut, "timedOut", nil),
            (.status(503), "status", 503),
        ] as [(FeedPause.Cause, String, Int?)])
    func aProgramGetsOneWordAndTheStatus(
        _ cause: FeedPause.Cause, _ name: String, _ status: Int?
    ) {
        #expect(cause.name == name)
        #expect(cause.status == status)
    }
}
