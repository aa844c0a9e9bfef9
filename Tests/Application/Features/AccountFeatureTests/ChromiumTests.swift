import Foundation
import LoopbackTestKit
import ProgramTestKit
import Scheduling
import Testing

extension WholeProgram {
    /// A sign-in with a real browser.
    @Suite(.enabled(if: Browser.path != nil, "\(Browser.missing)"))
    struct ChromiumTests {
        @Test(arguments: [("allow", 0), ("deny", 77)] as [(String, Int32)])
        func aButtonOfThePageDecidesAndTheProgramReceivesTheAnswer(
            _ button: String, _ status: Int32
        ) async throws {
            let play = try await Playground(photos: 1)
            let terminal = try play.terminal(
                "login", "home", "--app-key", "key", "--loopback", "--endpoint", play.endpoint)
            let address = try await terminal.address()
            let page = try await onThreadOfItsOwn {
                let browser = try Browser(at: address)
                // Later, because the page that answers is gone after the click.
                try browser.evaluate(
                    """
                    void setTimeout(() =>
                        document.querySelector('button[value=\(button)]').click())
                    """)
                try browser.wait(for: "location.port === '53690' && document.body !== null")
                return [
                    "\(try browser.evaluate("document.body.innerText") ?? "")",
                    "\(try browser.evaluate("document.documentElement.outerHTML") ?? "")",
                    "\(try browser.evaluate("location.search") ?? "")",
                ]
            }
            if status == 0 {
                try await terminal.read(until: "[y/n]: ")
                terminal.type("y")
            }
            let outcome = try await terminal.outcome()
            #expect(outcome.status == status, "\(outcome.screen)")
            #expect(page[0].contains("return to the program"), "\(page)")
            let code = page[2].split(separator: "code=").last?.prefix { $0 != "&" } ?? ""
            #expect(status != 0 || code.count > 20, "\(page)")
            #expect(code.isEmpty || !page[1].contains(code))
            #expect(try await play.accounts().count == (status == 0 ? 1 : 0))
        }
    }
}
