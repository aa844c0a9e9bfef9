import HTTPGateway
import Scheduling
import Testing

@testable import CurlGateway

@Suite struct TransferWatchTests {
    /// Checks twice a second, as the I/O thread does, until the transfer has to end.
    ///
    /// - Parameter step: the phase and the bytes that move in each half second.
    private func end(
        _ limits: TransferWatch.Limits = .init(), within seconds: Int = 3_600,
        isHeld: (Int) -> Bool = { _ in false },
        _ step: (Int) -> (HTTPError.Phase, Int64)
    ) -> (second: Double?, findings: [TransferWatch.Finding]) {
        var watch = TransferWatch()
        var findings: [TransferWatch.Finding] = []
        for half in 0...(2 * seconds) {
            let (phase, bytes) = step(half)
            watch.moved += bytes
            let now = SchedulerInstant(nanoseconds: Int64(half) * 500_000_000)
            let finding = watch.check(at: now, phase, isHeld: isHeld(half), limits)
            if finding != .moves { findings.append(finding) }
            if case .stalled = finding { return (Double(half) / 2, findings) }
        }
        return (nil, findings)
    }

    @Test func theFirstByteHasATimeOfItsOwn() {
        let limits = TransferWatch.Limits(firstByte: .seconds(100), idle: .seconds(30))
        #expect(end(limits) { _ in (.awaiting, 0) }.second == 100)
        #expect(end(limits) { $0 < 198 ? (.awaiting, 0) : (.receiving, 5_000) }.second == nil)
        #expect(end(limits) { $0 < 10 ? (.receiving, 5_000) : (.receiving, 0) }.second == 34.5)
    }

    @Test func aDripBelowTheRateEnds() {
        #expect(end { _ in (.receiving, 25) }.second == 30)
        #expect(end { _ in (.receiving, 60) }.second == nil)
    }

    @Test func burstsDoNotHideASlowTransfer() {
        // 1,000 bytes every 25 seconds are 40 a second.
        #expect(end { $0 % 50 == 0 ? (.receiving, 1_000) : (.receiving, 0) }.second == 30)
        // 5,000 bytes every 25 seconds are enough.
        #expect(end { $0 % 50 == 0 ? (.receiving, 5_000) : (.receiving, 0) }.second == nil)
    }

    @Test func aTransferThatIsHeldIsNotSlow() {
        #expect(end(isHeld: { _ in true }) { _ in (.receiving, 0) }.second == nil)
        #expect(end(isHeld: { $0 < 200 }) { _ in (.receiving, 0) }.second == 129.5)
    }

    @Test func connectingIsLimitedElsewhere() {
        #expect(end { _ in (.connecting, 0) }.second == nil)
    }

    @Test func aWaitIsToldOnceAndSoIsItsEnd() {
        let found = end(.init(firstByte: .seconds(100)), within: 90) {
            $0 < 100 ? (.awaiting, 0) : (.receiving, 5_000)
        }
        #expect(
            found.findings == [
                .waits(HTTPWait(phase: .awaiting, remaining: .seconds(90))), .answered,
            ])
        #expect(end(within: 90) { $0 < 19 ? (.awaiting, 0) : (.receiving, 500) }.findings == [])
    }
}
