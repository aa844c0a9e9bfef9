import Foundation
import SchedulingTestKit
import Testing

/// The traps that schedulers, handles and tasks have laid for their users before, and the tests
/// that keep them shut.
@Suite struct TrapListTests {
    private static let tests: [(trap: String, tests: [String])] = [
        (
            "run-now overtakes queued work",
            [
                "performNeverOvertakesWhatWasPostedFromElsewhere",
                "performOfOneOfSeveralSchedulersOnAThreadAnswersForItselfOnly",
            ]
        ),
        (
            "nested work runs immediately or later, depending on the caller",
            ["nestedWorkRunsAfterTheCurrentWhereverTheOuterCameFrom"]
        ),
        (
            "cancelling inside the item, on another scheduler, twice, too late",
            [
                "cancellingReleasesTheClosureAtOnceOnItsOwnScheduler",
                "cancellingFromElsewhereHandsTheClosureToItsOwner",
                "cancellingFromInsideTheItemOrAfterItsRunChangesNothing",
            ]
        ),
        (
            "repeating work whose handle is dropped",
            ["repeatingWorkWhoseHandleIsDroppedKeepsRunning"]
        ),
        (
            "recursion uses stack",
            ["workThatPostsItsNextRoundTakesNoStack"]
        ),
        (
            "equal moments",
            [
                "workOfEqualMomentsRunsInPostingOrderUnderRealTime",
                "workOfEqualMomentsRunsInPostingOrderUnderVirtualTime",
            ]
        ),
        ("virtual time is quadratic", ["aMillionTimersRunInOrderOfTheirMoments"]),
        (
            "clocks that jump, delays that overflow",
            [
                "hugeNegativeAndEndlessDelaysAreNoCrash",
                "anEndlessDelayOnARealSchedulerJustWaits",
                "aClockThatJumpsBackwardsRunsNothingAndLosesNothing",
            ]
        ),
        (
            "a stale current scheduler",
            [
                "currentSchedulerIsRestoredAfterNestingAndAfterAThrow",
                "aForeignThreadHasNoCurrentScheduler",
            ]
        ),
        (
            "posts around a shutdown",
            [
                "workPostedAfterShutdownIsRefusedAndReleasedOnTheCallersThread",
                "postsThatRaceAShutdownEitherRunOrAreRefused",
                "aSchedulerMayBeShutDownFromItsOwnItem",
            ]
        ),
        (
            "captures that are released on another scheduler",
            [
                "skippedWorkIsReleasedOnItsScheduler",
                "theServiceIsBuiltCalledAndReleasedOnItsScheduler",
            ]
        ),
        ("a hop keeps the stack depth of its producer", ["hopStartsWithANewStack"]),
        (
            "hooks that miss violations",
            [
                "methodWhoseNameBeginsLikeAnInitialiserIsChecked", "extensionIsChecked",
                "subclassIsPinnedOnceAndReportedByItsOwnName", "closureThatWasHandedOutIsReported",
                "wrongWayIsStoppedAsTheTableSays",
            ]
        ),
        (
            "hooks that report correct code",
            [
                "exemptMembersAreNotReported", "nothingIsReportedAtHome",
                "anotherSchedulerOnTheSameThreadIsElsewhere",
            ]
        ),
        (
            "handles during construction and release",
            [
                "callsMadeDuringConstructionQueueBehindIt",
                "aHandleDroppedBeforeConstructionStillServesTheCallsMadeBefore",
                "aPromiseWhoseCallerIsGoneIsHarmless",
            ]
        ),
        ("a run that ends immediately keeps its slot", ["synchronousRunsFreeTheirPlaces"]),
        (
            "limits that change, runs that are cancelled and reclaimed",
            ["liveLimit", "queues", "reclaim", "restart", "cancellation"]
        ),
        ("late subscribers of a run", ["lateSubscribers"]),
        ("a task that is never freed", ["jobIsReleased", "releaseOnTheRightScheduler"]),
        (
            "blocking waits in a cycle",
            [
                "waitsThatCrossAllEnd", "aForeignThreadMayWaitForAnAnswer",
                "schedulersThatWaitForEachOthersEndAreACycle",
                "theWatchdogReportsSchedulersThatWaitForEachOther",
            ]
        ),
        (
            "races",
            [
                "nothingIsLostReorderedOrRunTwiceAtOnce",
                "anAnswerIsNeverLostBetweenSpinningAndParking", "twoSchedulersTouchOneCounter",
            ]
        ),
    ]

    @Test func everyTrapHasItsTests() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        let there = Set(try DeclaredTest.all(below: folder).map(\.name))
        #expect(Self.tests.count == 21)
        for (trap, names) in Self.tests {
            for name in names {
                #expect(there.contains(name), "\(trap): no test is named \(name)")
            }
        }
    }
}
