#if DEBUG  // the optimised build hides what is internal
    import Testing

    @testable import Scheduling

    extension ReplyTests {
        @Test func aReplyIsReleasedThatWasGivenBeforeItsDeadlineWasSet() async {
            await withScheduler { scheduler in
                let service = SchedulerBound(on: PromptScheduler(scheduler)) { 7 }
                weak var seen: Reply<Int>?
                func ask() {
                    let reply = Reply<Int>()
                    seen = reply
                    Claim(
                        { $0 }, to: service, before: .seconds(60), answering: reply, #fileID, #line
                    ).post()
                    #expect((try? reply.answer.get()) == 7)
                }
                ask()
                #expect(seen == nil)
            }
        }
    }
#endif
