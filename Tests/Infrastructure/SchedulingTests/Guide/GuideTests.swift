import Scheduling
import SchedulingTestKit
import Testing

@Suite struct GuideTests {
    @Test func theGuidesProgramDoesWhatTheGuideSays() async {
        await withScheduler { business in
            let counter = SchedulerBound(on: business) { WordCounter() }
            let status = await StatusLine(counter: counter)
            await status.submit("to be or not to be")
            #expect(await status.text == "6 words")
        }
    }

    /// The guide's test, in virtual time.
    @Test func theCounterCounts() throws {
        let clock = VirtualScheduler()
        let counter = SchedulerBound(on: clock) { WordCounter() }
        counter.schedule { _ = $0.add("to be or not to be") }
        clock.runUntilIdle()
        let frequent = try clock.enter { try counter.get(in: $0).mostFrequent }
        #expect(frequent == "be")
    }
}
