import CCoreDumps
import Testing

@testable import CoreDumps

/// In processes of their own: the setting is the whole process's.
@Suite struct CoreDumpsTests {
    @Test func theyArePreventedWhileABanExists() async {
        await #expect(processExitsWith: .success) {
            #expect(CoreDumps.areAllowed)
            var bans = [CoreDumps(), CoreDumps()]
            #expect(!CoreDumps.areAllowed)
            let copy = bans[0]
            bans.removeAll()
            #expect(!CoreDumps.areAllowed)
            withExtendedLifetime(copy) {}
        }
    }

    @Test func theyAreAllowedAgainAfterTheLastBan() async {
        await #expect(processExitsWith: .success) {
            var ban: CoreDumps? = CoreDumps()
            #expect(!CoreDumps.areAllowed)
            withExtendedLifetime(ban) {}
            ban = nil
            #expect(CoreDumps.areAllowed)
        }
    }

    @Test func aProcessThatForbadeThemItselfKeepsItsChoice() async {
        await #expect(processExitsWith: .success) {
            #expect(ccd_allow_dumps(false))
            withExtendedLifetime(CoreDumps()) {}
            #expect(!CoreDumps.areAllowed)
        }
    }
}
