import Foundation
import ProgramTestKit
import Testing

extension WholeProgram {
    /// The options of all commands, in each place that lists them.
    @Suite(.enabled("needs the command config") { try await Program.has("config") })
    struct ConfigurationTests {
        private final class Folder: Sendable {
            let path = NSTemporaryDirectory() + "configuration-\(UUID().uuidString)"

            init(_ text: String) throws {
                try FileManager.default.createDirectory(
                    atPath: path + "/photopark", withIntermediateDirectories: true)
                let file = path + "/photopark/config.json"
                try Data(text.utf8).write(to: URL(filePath: file))
                chmod(file, 0o600)
            }

            deinit { try? FileManager.default.removeItem(atPath: path) }  // only disk space is lost

            var environment: [String: String] { ["XDG_CONFIG_HOME": path] }
        }

        /// The options in the help of a command.
        private static func options(of command: String?) async throws -> Set<String> {
            let help = try await Program((command.map { ["help", $0] } ?? ["--help"])).outcome()
            let names = help.output.matches(of: /(?m)^ +(?:-[a-z], )?--([a-z-]+)/)
            return Set(names.map { String($0.output.1) }).subtracting(["help", "version"])
        }

        /// A file with a value for each option of each command.
        private static func everyValue(loggingTo log: String) async throws -> [String: Any] {
            let flags = #"\n +--([a-z-]+)(?:, --[a-z-]+)* <"#
            var file: [String: Any] = [:]
            for command in try await Program.commands() {
                let help = try await Program.run("help", command).output
                let withValue = Set(
                    help.matches(of: try Regex(flags, as: (Substring, Substring).self))
                        .map { String($0.output.1) })
                var values: [String: Any] = [:]
                for option in try await options(of: command) {
                    values[option] = withValue.contains(option) ? "1" as Any : false as Any
                }
                file[command] = values
            }
            file["log-level"] = "info"
            file["log-file"] = log
            return file
        }

        @Test func eachOptionIsInTheHelpTheManualTheCompletionsAndTheConfiguration() async throws {
            let rows = try await Program.run("config", "--json").objects()
            let script = "../../../../Scripts/manual"
            let path = URL(filePath: #filePath).appending(path: script).standardizedFileURL.path
            let manual = try await Shell.run("'\(path)' '\(Program.path)'").output
            let shells = try await ["bash", "zsh", "fish"].asyncMap {
                try await Program.run("--generate-completion-script", $0).output
            }
            var configured: [String: Set<String>] = [:]
            for row in rows {
                let key = try #require(row["key"] as? String)
                let option = String(key.split(separator: ".").last ?? "")
                for command in try #require(row["commands"] as? [AnyHashable]) {
                    configured["\(command)", default: []].insert(option)
                }
                if row["commands"] as? [AnyHashable] == [] {
                    configured["", default: []].insert(option)
                }
            }
            let commands = try await Program.commands()
            #expect(Set(configured.keys).isSubset(of: commands + [""]))
            for command in [nil] + commands.map(Optional.some) {
                let options = try await Self.options(of: command)
                let keys = configured[command ?? "", default: []]
                #expect(keys == options, "\(command ?? "program")")
                for option in options {
                    let words = option.replacing("-", with: "\\-")
                    #expect(manual.contains("Fl \\-\(words)"), "\(option)")
                    // fish has the name without hyphens, bash and zsh with them
                    #expect(shells[0].contains("--\(option)"), "\(option)")
                    #expect(shells[1].contains("--\(option)"), "\(option)")
                    #expect(shells[2].contains("-l '\(option)'"), "\(option)")
                }
            }
        }

        @Test func aFileCanGiveAValueToEachOption() async throws {
            let log = NSTemporaryDirectory() + "configuration-log-\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: log) }  // only disk space is lost
            let text = try JSONSerialization.data(
                withJSONObject: try await Self.everyValue(loggingTo: log))
            let folder = try Folder(String(decoding: text, as: UTF8.self))
            let outcome = try await Program.run(
                "config", "--json", environment: folder.environment)
            let origins = try outcome.objects().map { $0["origin"] as? String }
            #expect(origins.allSatisfy { $0 == "file" })
        }

        @Test func noTwoOptionsHaveOneVariable() async throws {
            var owners: [String: String] = [:]
            func take(_ key: String, of owner: String) {
                let variable = key.uppercased().replacing("-", with: "_")
                #expect(owners[variable] ?? owner == owner, "\(key)")
                owners[variable] = owner
            }
            let commands = try await Program.commands()
            for command in [nil] + commands.map(Optional.some) {
                for option in try await Self.options(of: command) {
                    take(option, of: option)
                    if let command { take("\(command)-\(option)", of: "\(command) \(option)") }
                    // An object is the section of the command `serve`, and true is `watch --serve`.
                    #expect(
                        !commands.contains(option) || option == "serve",
                        "a key is an option or a command")
                }
            }
        }

        @Test(
            .enabled("the program has no feed") {
                try await Program.has("feed")
            })
        func theFileTheEnvironmentAndTheCommandLineReachACommand() async throws {
            let folder = try Folder(#"{"library": "/nonexistent/of-the-file"}"#)
            var environment = folder.environment
            let file = try await Program.run("feed", environment: environment)
            #expect(file.errors.contains("/nonexistent/of-the-file"), "\(file.errors)")
            environment["PHOTOPARK_LIBRARY"] = "/nonexistent/of-the-variable"
            let variable = try await Program.run("feed", environment: environment)
            #expect(variable.errors.contains("of-the-variable"), "\(variable.errors)")
            let line = try await Program.run(
                "feed", "--library", "/nonexistent/of-the-line", environment: environment)
            #expect(line.errors.contains("of-the-line"), "\(line.errors)")
        }

        @Test func aFaultOfTheConfigurationIs78AndNamesItsPlace() async throws {
            let folder = try Folder(#"{"config": {"jsom": true}}"#)
            let key = try await Program.run("config", environment: folder.environment)
            #expect(key.status == 78)
            #expect(key.errors.contains("config.jsom: unknown key; did you mean 'json'?"))
            let level = try await Program.run(
                "config", environment: ["PHOTOPARK_LOG_LEVEL": "loud"])
            #expect(level.status == 78)
            #expect(level.errors.contains("PHOTOPARK_LOG_LEVEL: "), "\(level.errors)")
            #expect(level.errors.contains(": trace, debug, info,"), "\(level.errors)")
            let missing = try await Program.run(
                "config", environment: ["PHOTOPARK_CONFIG": "/nonexistent/c"])
            #expect(missing.status == 78)
        }

        @Test func anErrorOfTheCommandLineStaysAUsageError() async throws {
            let folder = try Folder(#"{"config": {"json": false}}"#)
            let outcome = try await Program.run(
                "config", "--wrong", environment: folder.environment)
            #expect(outcome.status == 64)
        }

        @Test func helpNeedsNoValidFile() async throws {
            let folder = try Folder("{")
            #expect(
                try await Program.run("config", "--help", environment: folder.environment).status
                    == 0)
            #expect(try await Program.run("config", environment: folder.environment).status == 78)
        }

        @Test(
            .enabled("the program has no feed") {
                try await Program.has("sync")
            })
        func originsAreShownAndSecretsAreNot() async throws {
            let folder = try Folder(
                """
                {"token-command": "echo s3cret", "endpoint": "https://me:s3cret@example.org/",
                "proxy": "me:s3cret/x@proxy.example:3128", "sync": {"max-time": "2h"}}
                """)
            var environment = folder.environment
            environment["PHOTOPARK_LIMIT_RATE"] = "2M"
            let text = try await Program.run("config", "--show-origin", environment: environment)
            let file = folder.path + "/photopark/config.json"
            #expect(text.output.contains("max-time = 2h  (\(file): sync.max-time)\n"))
            #expect(text.output.contains("limit-rate = 2M  (PHOTOPARK_LIMIT_RATE)\n"))
            #expect(text.output.contains("token-command = (hidden)  (\(file): token-command)\n"))
            #expect(text.output.contains("proxy = ***@proxy.example:3128  ("))
            let json = try await Program.run("config", "--json", environment: environment)
            #expect(!(text.output + json.output).contains("s3cret"))
            #expect(try json.objects().contains { $0["hidden"] as? Bool == true })
        }

        @Test(
            .enabled("the program has no feed") {
                try await Program.has("sync")
            })
        func aPasswordInFrontOfACombiningMarkIsNotShown() async throws {
            let folder = try Folder(
                """
                {"endpoint": "https://\u{301}me:s3cret@\u{301}example.org/",
                "proxy": "http://\u{301}me:s3cret@\u{301}proxy.example:3128"}
                """)
            let text = try await Program.run("config", environment: folder.environment)
            let json = try await Program.run("config", "--json", environment: folder.environment)
            #expect(text.output.contains("endpoint = https://***@\u{301}example.org/"))
            #expect(text.output.contains("proxy = http://***@\u{301}proxy.example:3128"))
            #expect(!(text.output + json.output).contains("s3cret"))
        }
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(
        _ transform: (Element) async throws -> Result
    ) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
