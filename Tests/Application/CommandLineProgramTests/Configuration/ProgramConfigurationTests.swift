import ArgumentParser
import Foundation
import Testing

@testable import CommandLineProgram

/// The values of the environment and of the configuration file.
@Suite struct ProgramConfigurationTests {
    private static let fetch = ConfigurableCommand(
        name: "fetch",
        options: [
            OptionDescription(name: "account", isRepeating: true, valueName: "NAME"),
            OptionDescription(name: "all", isFlag: true),
            OptionDescription(name: "library", isRepeating: true, valueName: "DIR"),
            OptionDescription(
                name: "endpoint", spellings: ["--endpoint", "--url"], valueName: "URL"),
            OptionDescription(name: "token-file", valueName: "FILE"),
            OptionDescription(name: "token-command", valueName: "COMMAND"),
            OptionDescription(name: "max-time", valueName: "TIME"),
            OptionDescription(name: "json", isFlag: true),
            OptionDescription(name: "quiet", isFlag: true),
        ])
    private static let show = ConfigurableCommand(
        name: "show",
        options: [
            OptionDescription(name: "library", valueName: "DIR"),
            OptionDescription(name: "json", isFlag: true),
        ])

    private static func file(_ text: String) throws -> ConfigurationFile {
        try ConfigurationFile(
            ConfigurationValue.read(text.utf8), path: "/c", commands: [fetch, show])
    }

    /// The arguments that the sources give to `fetch`.
    private static func inserted(
        _ text: String = "{}", environment: [String: String] = [:], _ arguments: String...
    ) throws -> [String] {
        try ProgramConfiguration(environment: environment, file: file(text))
            .options(of: fetch, after: arguments).flatMap(\.arguments)
    }

    private static func message(_ text: String) -> String {
        do {
            _ = try file(text)
            return "accepted"
        } catch let error as ProgramError {
            #expect(error.code.rawValue == 78)
            return error.message
        } catch {
            return "\(error)"
        }
    }

    @Test(
        arguments: [
            (#"{"max-time": "2h"}"#, [:], [], ["--max-time=2h"]),
            (#"{"max-time": 90}"#, [:], [], ["--max-time=90"]),
            (#"{"max-time": "2h", "fetch": {"max-time": "3h"}}"#, [:], [], ["--max-time=3h"]),
            (#"{"max-time": "2h", "fetch": {"max-time": null}}"#, [:], [], []),
            (#"{"max-time": "2h", "show": {}}"#, [:], ["--max-time", "1h"], []),
            (#"{"max-time": "2h"}"#, [:], ["--max-time=1h"], []),
            (#"{"endpoint": "http://a"}"#, [:], ["--url", "http://b"], []),
            (
                #"{"fetch": {"max-time": "2h"}}"#, ["PHOTOPARK_MAX_TIME": "4h"], [],
                ["--max-time=4h"]
            ),
            (
                "{}", ["PHOTOPARK_MAX_TIME": "4h", "PHOTOPARK_FETCH_MAX_TIME": "5h"], [],
                ["--max-time=5h"]
            ),
            (#"{"json": true}"#, ["PHOTOPARK_JSON": "false"], [], []),
            (#"{"json": false, "quiet": true}"#, [:], [], ["--quiet"]),
            (#"{"max-time": "-1"}"#, [:], [], ["--max-time=-1"]),
            (#"{"max-time": "2h"}"#, ["PHOTOPARK_MAX_TIME": ""], [], ["--max-time=2h"]),
            (#"{"account": ["a", "b"]}"#, [:], [], ["--account=a", "--account=b"]),
            ("{}", ["PHOTOPARK_ACCOUNT": "a\nb"], [], ["--account=a", "--account=b"]),
            ("{}", ["PHOTOPARK_ACCOUNT": "a\r\nb\r\n"], [], ["--account=a", "--account=b"]),
        ] as [(String, [String: String], [String], [String])])
    func theCommandLinePrecedesTheEnvironmentAndThatTheFile(
        text: String, environment: [String: String], arguments: [String], expected: [String]
    ) throws {
        let configuration = ProgramConfiguration(
            environment: environment, file: try Self.file(text))
        let options = try configuration.options(of: Self.fetch, after: arguments)
        #expect(options.flatMap(\.arguments) == expected)
    }

    @Test(
        arguments: [
            (#"{"library": "~/p"}"#, [:], ["--account", "home"], []),
            (#"{"account": "home"}"#, [:], ["--token-file", "t"], []),
            (#"{"fetch": {"endpoint": "http://a"}}"#, [:], ["--all"], []),
            (#"{"token-command": "x"}"#, [:], ["--token-file=t"], []),
            (#"{"json": true}"#, [:], ["--quiet"], []),
            (#"{"token-file": "x"}"#, ["PHOTOPARK_TOKEN_FILE": "y"], [], []),
            // A change command of a watch has both variables.
            (
                "{}", ["PHOTOPARK_ACCOUNT": "home", "PHOTOPARK_LIBRARY": "/l"], [],
                ["--account=home", "--library=/l"]
            ),
            (
                "{}", ["PHOTOPARK_ACCOUNT": "home", "PHOTOPARK_LIBRARY": "/l"],
                ["--account", "work"], []
            ),
            (#"{"library": "a"}"#, [:], ["--", "--library"], ["--library=a"]),
        ] as [(String, [String: String], [String], [String])])
    func aValueReplacesTheValuesOfLowerSourcesThatDoNotFit(
        text: String, environment: [String: String], arguments: [String], expected: [String]
    ) throws {
        let configuration = ProgramConfiguration(
            environment: environment, file: try Self.file(text))
        let options = try configuration.options(of: Self.fetch, after: arguments)
        #expect(options.flatMap(\.arguments) == expected)
    }

    @Test(arguments: [
        (#"{"max-tiem": 1}"#, "max-tiem: unknown key; did you mean 'max-time'?"),
        (#"{"fetsh": {}}"#, "fetsh: unknown key; did you mean 'fetch'?"),
        (#"{"fetch": {"jsom": true}}"#, "fetch.jsom: unknown key; did you mean 'json'?"),
        (#"{"fetch": {"url": "x"}}"#, "fetch.url: unknown key; did you mean 'endpoint'?"),
        (#"{"show": {"max-time": 1}}"#, "show.max-time: unknown key; photopark config lists"),
        (#"{"fetch": true}"#, "fetch: expected an object"),
        (#"{"fetch": {"json": "yes"}}"#, "fetch.json: expected true or false"),
        (#"{"max-time": true}"#, "max-time: expected a text or a number"),
        (#"{"max-time": ["1h"]}"#, "max-time: expected a text or a number"),
        (#"{"max-time": {"a": 1}}"#, "max-time: expected a text or a number"),
        (#"{"account": [true]}"#, "account: expected a text or a number, or an array"),
        ("[]", "expected an object"),
        (#"{"json": true, "json": false}"#, "field json: the field occurs twice"),
    ])
    func aKeyOrAValueThatIsWrongIsNamed(text: String, message: String) {
        #expect(Self.message(text).hasPrefix(message), "\(Self.message(text))")
    }

    @Test func aSharedArrayMustFitEachCommandThatHasTheOption() {
        #expect(Self.message(#"{"library": ["a", "b"]}"#).hasPrefix("library: expected a text"))
        #expect(Self.message(#"{"library": "a"}"#) == "accepted")
    }

    @Test func aVariableOfAFlagIsTrueOrFalse() throws {
        #expect(try Self.inserted(environment: ["PHOTOPARK_JSON": "1"]) == ["--json"])
        #expect(throws: ProgramError(.configuration, "PHOTOPARK_JSON: expected true or false")) {
            try Self.inserted(environment: ["PHOTOPARK_JSON": "perhaps"])
        }
    }

    @Test(
        arguments: [
            (["HOME": "/h"], "/h/.config/photopark/config.json"),
            (["HOME": "/h", "XDG_CONFIG_HOME": "/x"], "/x/photopark/config.json"),
            (["HOME": "/h", "XDG_CONFIG_HOME": "x"], "/h/.config/photopark/config.json"),
            (["HOME": "/h", "PHOTOPARK_CONFIG": "/c"], "/c"),
            (["HOME": "/h", "PHOTOPARK_CONFIG": ""], nil),
            ([:], nil),
        ] as [([String: String], String?)])
    func thePathFollowsTheEnvironment(environment: [String: String], path: String?) {
        #expect(ConfigurationFile.path(in: environment) == path)
    }

    @Test func aFileThatOthersCanChangeIsRefused() throws {
        let path = NSTemporaryDirectory() + "config-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }  // only disk space is lost
        try Data("{}".utf8).write(to: URL(filePath: path))
        #expect(chmod(path, 0o666) == 0)
        #expect(throws: ProgramError.self) {
            try ConfigurationFile.read(path, for: [Self.fetch])
        }
        #expect(chmod(path, 0o600) == 0)
        #expect(try ConfigurationFile.read(path, for: [Self.fetch]) != nil)
        #expect(try ConfigurationFile.read(path + "x", for: [Self.fetch]) == nil)
    }

    @Test(.enabled(if: geteuid() == 0, "only the administrator can give a file away"))
    func aFileOfAnotherUserIsRefused() throws {
        let path = NSTemporaryDirectory() + "config-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }  // only disk space is lost
        try Data("{}".utf8).write(to: URL(filePath: path))
        #expect(chmod(path, 0o600) == 0)
        #expect(chown(path, 65_534, 65_534) == 0)
        let error = #expect(throws: ProgramError.self) {
            try ConfigurationFile.read(path, for: [Self.fetch])
        }
        #expect(error?.message.contains("belongs to another user") == true)
    }

    /// A pipe without a writer would block the open.
    @Test(.timeLimit(.minutes(1))) func aPipeIsRefusedAtOnce() throws {
        let path = NSTemporaryDirectory() + "config-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }  // only disk space is lost
        #expect(mkfifo(path, 0o600) == 0)
        let error = #expect(throws: ProgramError.self) {
            try ConfigurationFile.read(path, for: [Self.fetch])
        }
        #expect(error?.message.contains("is not a regular file") == true)
    }

    @Test func theOptionsOfACommandAreThoseOfItsHelp() {
        #expect(
            OptionDescription.all(of: LogOptions.self).map(\.name) == ["log-level", "log-file"])
    }
}
