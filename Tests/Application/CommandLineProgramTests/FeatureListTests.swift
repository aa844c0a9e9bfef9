import CommandLineProgram
import Testing

/// The abilities of the features, and the examples of their commands.
@Suite struct FeatureListTests {
    private protocol Counting: Sendable { var count: Int { get } }

    private struct Viewer: Counting { let count = 1 }

    private struct Store: Counting { let count = 2 }

    private struct Silent: Sendable {}

    @Test func anAbilityIsFoundInTheOrderOfTheFeatures() {
        let features = FeatureList([Silent(), Store(), Viewer()])
        #expect(features.with((any Counting).self).map(\.count) == [2, 1])
        #expect(FeatureList([Silent()]).with((any Counting).self).isEmpty)
    }

    @Test func theExamplesHaveTheOrderOfTheStepsAndOneColumn() {
        let lines = CommandExample.lines(
            [
                CommandExample(.fetch, "Fetch", "fetch --all"), CommandExample(.show, "Look", "a"),
                CommandExample(.trial, "Try it", "demo"), CommandExample(.show, "List", "b"),
            ], program: "photos")
        #expect(
            lines == """
                Try it: photos demo
                Fetch:  photos fetch --all
                Look:   photos a
                List:   photos b
                """)
        #expect(CommandExample.lines([], program: "photos").isEmpty)
    }
}
