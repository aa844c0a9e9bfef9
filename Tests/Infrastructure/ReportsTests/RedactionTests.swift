import BoundaryErrors
import Foundation
import Logging
import Scheduling
import SchedulingTestKit
import Testing

@testable import Reports

private struct Leak: BoundaryError {
    struct Code: ErrorCode {
        let name: String
    }
    var code: Code { Code(name: "leak") }
    let message: String
}

private struct PlainLeak: Error, CustomStringConvertible {
    let description: String
}

@Suite struct RedactionTests {
    private static let canary = "CANARY-7f3e"

    @Test(arguments: [
        ("Authorization: Bearer \(canary)", "Authorization: …"),
        ("Cookie: a=1; sid=\(canary)", "Cookie: …"),
        ("> set-cookie:sid=1; id=\(canary)\nhost: a", "> set-cookie:…\\nhost: a"),
        ("Authorization: Digest username=\"u\", response=\"\(canary)\"", "Authorization: …"),
        ("Proxy-Authorization : Basic \(canary)=, \(canary)", "Proxy-Authorization : …"),
        ("Authorization:\r\n Token a \(canary)\r\nb", "Authorization:\\r\\n …\\r\\nb"),
        ("{\"Cookie\": \"a=1; sid=\(canary)\"}", "{\"Cookie\": \"…"),
        ("fields=Cookie:a=1; sid=\(canary)", "fields=Cookie:…"),
        ("Digest username=\"u\", response=\"\(canary)\"", "Digest …"),
        ("Authentication-Info: nc=1, rspauth=\"\(canary)\"", "Authentication-Info: …"),
        ("the cookie is old, 3 pages: a", "the cookie is old, 3 pages: a"),
        ("bearer \(canary) ok", "bearer … ok"),
        ("token=\(canary)", "token=…"),
        ("password: \(canary)", "password: …"),
        ("{\"access_token\": \"\(canary)\", \"n\": 1}", "{\"access_token\": \"…\", \"n\": 1}"),
        ("https://anna:\(canary)@example.com/a?b=\(canary)", "https://…@example.com/a?…"),
        ("grant refresh_token=\(canary)&client_id=7", "grant refresh_token=…&client_id=7"),
        ("sl.\(canary)", "…"),
        ("/users/anna/Photos", "~/Photos"),
        // A combining mark makes one character with the sign before it.
        ("/users/anna\u{301}/Photos", "~\u{301}/Photos"),
        ("token=\u{301}\(canary)", "token=…"),
        ("password\u{301}: \(canary)", "password\u{301}: …"),
        ("https://anna:\(canary)@\u{301}a/b?\u{301}\(canary)", "https://…@\u{301}a/b?…"),
        ("the token is expired", "the token is expired"),
        ("12:30 sync: 3 pages", "12:30 sync: 3 pages"),
        ("a\nb\u{1B}[2J", "a\\nb\\u{1B}[2J"),
    ])
    func textsLoseTheirSecrets(text: String, shown: String) {
        #expect(LogRedaction(home: "/users/anna").text(text) == shown)
    }

    @Test(arguments: [
        "token", "passw", "secret", "authorization", "authentication-info", "credential", "api_key",
        "apikey", "api-key", "cookie", "code_verifier",
    ])
    func valuesOfSecretNamesAreHidden(name: String) {
        let redaction = LogRedaction(home: "/")
        for name in [name, name.uppercased(), "x_\(name)s"] {
            #expect(redaction.text("a=1&\(name)=\(Self.canary)") == "a=1&\(name)=…")
            #expect(redaction.text("\(name): \(Self.canary)") == "\(name): …")
        }
    }

    @Test func aSecretIsHiddenInEachFormOfUnicode() {
        let redaction = LogRedaction(home: "/")
        redaction.hide("pass\u{E9}")
        redaction.hide("word-2")
        redaction.hide("passe\u{301}")
        for form in ["pass\u{E9}", "passe\u{301}"] {
            #expect(redaction.text("<\(form)>") == "<…>")
        }
    }

    @Test func hiddenTextsDisappearEverywhere() {
        let redaction = LogRedaction(home: "/")
        redaction.hide("secret-1")
        redaction.hide("secret-12")
        redaction.hide("abc")
        #expect(redaction.text("xsecret-12y secret-1 abc") == "x…y … abc")
        #expect(redaction.text("secret-1\u{301}") == "…\u{301}")
        let long = String(repeating: "a", count: 8_190) + "secret-1"
        #expect(!redaction.text(long).contains("se"))
    }

    /// A program that runs for months gets many tokens; the ones in use stay hidden.
    @Test func theLatestSecretsAreHidden() {
        let redaction = LogRedaction(home: "/")
        redaction.hide("in-use-0")
        for number in 1...1_000 {
            redaction.hide("expired-\(number);")
            redaction.hide("in-use-0")
        }
        #expect(redaction.text("in-use-0 expired-1000; expired-990;") == "… … …")
        #expect(redaction.text("expired-1;") == "expired-1;")
    }

    /// A canary in every part of a message reaches no byte of any output.
    @Test func noCanaryReachesAnOutput() throws {
        let folder = NSTemporaryDirectory() + "/canary-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let service = LogService(redaction: LogRedaction(home: "/users/anna"))
        service.redaction.hide(Self.canary)
        let clock = VirtualScheduler()
        let output = Output()
        service.observe(from: .trace, as: "console", on: clock) {
            let console = LogConsole { output.add($0) }
            return { console.receive($0) }
        }
        for format in [LogFormat.text, .json] {
            service.observe(from: .trace, as: "file", on: clock) {
                let file = LogFile("\(folder)/\(format).log", format: format)
                return { file.receive($0) }
            }
        }
        let metadata: Logger.Metadata = [
            "plain": "x \(Self.canary)", "\(Self.canary)": "key",
            "nested": ["list": ["\(Self.canary)"], "password": "named-canary"],
            "fields": ["Cookie: a=1; sid=field-canary", "Host: a"],
            "set-cookie": "a=1; sid=field-canary",
            "value": .stringConvertible(PlainText(text: Self.canary)),
        ]
        let logger = Logger(label: "label \(Self.canary)", factory: service.handler)
        for error: any Error in [
            Leak(message: "cannot use \(Self.canary)"), PlainLeak(description: "error-canary"),
        ] {
            logger.error("message \(Self.canary)", error: error, metadata: metadata)
        }
        clock.runUntilIdle()
        var bytes = output.text
        for format in ["text", "json"] {
            bytes += try String(contentsOfFile: "\(folder)/\(format).log", encoding: .utf8)
        }
        #expect(bytes.contains("message …"))
        #expect(bytes.contains("leak"))
        #expect(!bytes.lowercased().contains("canary"))
    }
}

private struct PlainText: CustomStringConvertible, Sendable {
    let text: String
    var description: String { text }
}

private final class Output: Sendable {
    private let content = Guarded("")

    var text: String { content.withLock { $0 } }

    func add(_ text: String) { content.withLock { $0 += text } }
}
