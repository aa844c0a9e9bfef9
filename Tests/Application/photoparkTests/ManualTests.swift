import Foundation
import ProgramTestKit
import Testing

extension WholeProgram {
    /// The manual page, which is made from the help.
    @Suite struct ManualTests {
        private static func manual() async throws -> String {
            let script = "../../../../Scripts/manual"
            let path = URL(filePath: #filePath).appending(path: script).standardizedFileURL.path
            return try await Shell.run("'\(path)' '\(Program.path)'").output
        }

        @Test func everyOptionOfEveryCommandIsInTheManual() async throws {
            let page = try await Self.manual()
            let commands = try await Program.commands()
            #expect(!commands.isEmpty)
            for command in commands {
                let help = try await Program.run("help", command).output
                let parts = page.components(separatedBy: "\n.Ss photopark \(command)\n")
                let text = try #require(parts.count == 2 ? parts.last : nil, "\(command)")
                let section = text.components(separatedBy: "\n.Ss ")[0]
                let options = help.matches(of: /(?m)^ +(?:-[a-z], )?--([a-z-]+)/).map(\.output.1)
                #expect(options.count > 1, "\(help)")
                for option in options where option != "help" {
                    let name = option.replacing("-", with: "\\-")
                    #expect(section.contains("Fl \\-\(name)"), "\(command) --\(option)")
                }
            }
        }

        @Test(
            .enabled("mandoc is not installed (on Debian: apt-get install mandoc)") {
                try await Shell.run("command -v mandoc").status == 0
            })
        func theManualHasNoErrors() async throws {
            let page = FileManager.default.temporaryDirectory
                .appending(path: "manual-\(UUID().uuidString).1")
            defer { try? FileManager.default.removeItem(at: page) }  // only disk space is lost
            try await Self.manual().write(to: page, atomically: true, encoding: .utf8)
            let lint = try await Shell.run("mandoc -T lint -W warning '\(page.path)'")
            #expect(lint.status == 0 && lint.output.isEmpty, "\(lint)")
        }
    }
}
