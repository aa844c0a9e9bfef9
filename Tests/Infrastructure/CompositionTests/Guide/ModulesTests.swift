import BoundaryErrors
import Composition
import Scheduling
import Testing

/// The program of two modules of Documentation/Guide.md, and its test.
@MainActor @Suite struct ModulesTests {
    /// A counter that has counted the same number of words whenever it is asked.
    private final class WordCounterStub: WordCounter {
        func add(_ text: String) -> Int { 42 }
    }

    @Test func theGuidesProgramDoesWhatTheGuideSays() async throws {
        let business = WorkScheduler(name: "BL")
        let text = try await Assembly([CounterModule(), StatusModule()])
            .compose(on: [.main: MainScheduler.shared, .business: business])
            .run { try await $0.here(StatusLineKey.self).submit("to be or not to be") }
        #expect(text == "6 words")
        business.shutDown()
    }

    @Test func withoutTheFirstModuleThePlanHasTheGuidesFault() {
        let error = #expect(throws: DeclarationError.self) {
            try Assembly([StatusModule()])
                .compose(on: [.main: MainScheduler.shared, .business: MainScheduler.shared])
        }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.hasPrefix("the plan of the services has 1 fault:\n  "))
        #expect(text.hasSuffix(": Status: StatusLine needs WordCounter, which no module binds"))
    }

    /// The guide's test.
    @Test func theStatusLineShowsTheNumberOfWords() async throws {
        let main = MainScheduler.shared
        let text = try await Assembly([StatusModule()])
            .overriding(WordCounterKey.self) { WordCounterStub() }
            .compose(on: [.main: main, .business: main])
            .run { try await $0.here(StatusLineKey.self).submit("to be") }
        #expect(text == "42 words")
    }
}
