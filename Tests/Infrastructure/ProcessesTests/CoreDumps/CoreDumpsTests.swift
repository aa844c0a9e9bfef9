import CProcesses
import Foundation
import Testing

@testable import Processes

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

    @Test(.enabled(if: ccd_can_prevent_crash_reports(), "a sanitizer handles crashes itself"))
    func aCrashIsReportedOnlyWithoutABan() async {
        await #expect(processExitsWith: .success) {
            signal(SIGSEGV) { _ in }
            var ban: CoreDumps? = CoreDumps()
            #expect(!handlesCrashes)
            withExtendedLifetime(ban) {}
            ban = nil
            #expect(handlesCrashes)
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

/// Whether a function of the process is called when it reads invalid memory.
private var handlesCrashes: Bool {
    var action = sigaction()
    #expect(sigaction(SIGSEGV, nil, &action) == 0)
    #if canImport(Darwin)
        return action.__sigaction_u.__sa_handler != nil
    #else
        return action.__sigaction_handler.sa_handler != nil
    #endif
}
