import Foundation
import HTTPGateway
import KeyedStore
import Testing

@testable import LiveServices

@Suite("The stored rates of servers")
struct StoredPacingTests {
    private let backend = MemoryBackend()

    private func pacing(of account: String = "a", at time: Double) -> StoredPacing {
        StoredPacing(of: account, in: backend) { time }
    }

    @Test func thePauseIsCountedFromItsBeginning() {
        pacing(at: 1_000).keep(PacerExperience(concurrency: 8, pause: .seconds(60)))
        let inside = PacerExperience(concurrency: 8, pause: .seconds(40))
        #expect(pacing(at: 1_020).recall() == inside)
        let after = PacerExperience(concurrency: 8, pause: .zero)
        #expect(pacing(at: 1_100).recall() == after)
    }

    @Test(arguments: [
        (3_599.0, true), (3_601.0, false), (7 * 86_400.0, false), (-1.0, false),
    ])
    func anOldRateIsNotUsed(_ age: Double, _ isUsed: Bool) {
        pacing(at: 10_000).keep(PacerExperience(concurrency: 8, pause: .seconds(5)))
        #expect((pacing(at: 10_000 + age).recall() != nil) == isUsed)
    }

    @Test func aPauseThatIsNoDurationIsLimited() throws {
        pacing(at: 0).keep(PacerExperience(concurrency: 8, pause: .seconds(5)))
        try KeyedStore(backend).update { store in
            store[StoredPacing.paces] = store[StoredPacing.paces].mapValues { pace in
                StoredPacing.Pace(concurrency: 8, pauseEnd: 1e300, recorded: pace.recorded)
            }
        }
        #expect(pacing(at: 1).recall()?.pause == .seconds(StoredPacing.longestAge))
    }

    @Test func eachAccountHasItsOwnRate() throws {
        for (account, rate) in [("a", 2.0), ("b", 3.0)] {
            pacing(of: account, at: 0)
                .keep(PacerExperience(concurrency: rate, pause: .zero))
        }
        #expect(pacing(of: "a", at: 1).recall()?.concurrency == 2)
        #expect(pacing(of: "b", at: 1).recall()?.concurrency == 3)
        #expect(pacing(of: "c", at: 1).recall() == nil)
        // The records of accounts that are no longer used do not stay.
        pacing(of: "c", at: 5_000).keep(PacerExperience(concurrency: 4, pause: .zero))
        #expect(try KeyedStore(backend)[StoredPacing.paces].count == 1)
    }

    @Test func theFileIsPrivateAndNamesNoAccount() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/pacing-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }  // only disk space is lost
        let path = folder + "/photopark/pacing.json"
        let account = "dropbox.com\ndbid:canary"
        StoredPacing(of: account, in: FileBackend(path: path)) { 0 }
            .keep(PacerExperience(concurrency: 2, pause: .seconds(1)))
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!text.contains("canary") && text.contains("concurrency"))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func aPlaceThatCannotBeUsedIsNoError() {
        let pacing = StoredPacing(of: "a", in: FileBackend(path: "/proc/nothing/pacing.json")) { 0 }
        #expect(pacing.recall() == nil)
        pacing.keep(PacerExperience(concurrency: 2, pause: .seconds(1)))
        #expect(pacing.recall() == nil)
    }
}
