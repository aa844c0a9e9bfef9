import CommandLineProgram
import Testing

/// The examples in the help of the program.
@Suite struct CommandExampleTests {
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
