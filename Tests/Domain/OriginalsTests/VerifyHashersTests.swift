import PhotoFeed
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import Originals

/// The blocks of a verification are hashed elsewhere, while the next ones are read.
@Suite("The hashers of a verification")
struct VerifyHashersTests {
    private let fixture: OriginalsFixture
    private let home: VirtualScheduler

    init() throws {
        fixture = try OriginalsFixture()
        home = fixture.scheduler
        for number in 0..<6 { fixture.add("id:\(number)", "/\(number).jpg") }
        _ = fixture.run(try fixture.choice)
        try fixture.damage("0.jpg")
        try fixture.damage("5.jpg")
    }

    /// Begins a verification with these hashers.
    private func begin(_ hashers: ServicePool<BlockHasher>) -> Recorder {
        let recorder = Recorder()
        home.enter {
            let verifier = OriginalsVerifier(
                library: fixture.path + "/library", fetcher: nil, hashers: hashers,
                home: home.home
            ) { FeedTime(secondsSinceEpoch: 1) }
            recorder.run = verifier.verify(VerifyOptions()).observe(
                { if case .found(let path, _, _) = $0 { recorder.found.append(path) } },
                ended: { recorder.end = $0 })
        }
        return recorder
    }

    private final class Recorder {
        var found: [String] = []
        var end: Completion<FeedError>?
        var run: Disposable?
    }

    @Test func theResultsAreInTheOrderOfTheFilesWhicheverHasherIsFaster() {
        let (slow, fast) = (VirtualScheduler(), VirtualScheduler())
        let run = begin(ServicePool(on: [slow, fast]) { BlockHasher() })
        for _ in 0..<20 {
            home.runUntilIdle()
            fast.runUntilIdle()
        }
        #expect(run.end == nil)
        #expect(run.found == [], "the first file waits for its hasher")
        for _ in 0..<20 {
            for scheduler in [slow, home, fast] { scheduler.runUntilIdle() }
        }
        #expect(run.end == .completed)
        #expect(run.found == ["2024/05/0.jpg", "2024/05/5.jpg"])
    }

    @Test func hashersThatAreGoneFailTheVerification() throws {
        let scheduler = VirtualScheduler()
        let hashers = ServicePool(on: [scheduler]) { BlockHasher() }
        hashers.shutDown()
        scheduler.runUntilIdle()
        let run = begin(hashers)
        home.runUntilIdle()
        guard case .failed(let error)? = run.end else {
            Issue.record("the verification has not failed")
            return
        }
        #expect(error.code == .serviceUnavailable)
    }
}
