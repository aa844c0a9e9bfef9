import Foundation
import HTTPGatewayTestKit
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import HTTPGateway

/// A server that repeats the credential, in whatever form, does not get it into an error.
@Suite struct SecretTests {
    private let scheduler = VirtualScheduler()
    private static let token = "sl.u.AF/kQ9+Zr-4711_canary~MzE5NTg0/Q=="

    @Test func aSecretBehindMoreThanTheWindowIsTakenOutAlone() throws {
        let text = String(repeating: "- ", count: 100_000)
        let search = SecretSearch(for: [Self.token])
        let kept = try #require(search.concealed(Array((text + Self.token + " end").utf8)))
        #expect(kept.count == text.utf8.count + "… end".utf8.count)
        #expect(kept.suffix(9).elementsEqual("- … end".utf8))
    }

    /// Ways in which servers quote what they refuse.
    private static let echoes: [(String, @Sendable (String) -> String)] = [
        ("as it is", { $0 }),
        ("within words", { "Invalid authorization value: \"Bearer \($0)\", sorry" }),
        ("cut off", { String($0.prefix(24)) + "…" }),
        ("without its beginning", { "…" + String($0.suffix(20)) }),
        ("as JSON", { $0.replacing("/", with: "\\/") }),
        ("as JSON in numbers", { $0.map { "\\u00" + hex($0) }.joined() }),
        ("percent-encoded", { $0.replacing("/", with: "%2F").replacing("+", with: "%2b") }),
        ("percent-encoded throughout", { $0.map { "%" + hex($0) }.joined() }),
        ("as HTML", { $0.map { "&#\($0.asciiValue ?? 0);" }.joined() }),
        ("as HTML in hexadecimal", { $0.map { "&#x\(hex($0));" }.joined() }),
        ("in base64", { Data($0.utf8).base64EncodedString() }),
        ("in base64, behind a byte", { Data((":" + $0).utf8).base64EncodedString() }),
        ("in base64, behind two bytes", { Data(("me" + $0 + "!").utf8).base64EncodedString() }),
        (
            "in base64 for addresses",
            {
                Data($0.utf8).base64EncodedString().replacing("+", with: "-")
                    .replacing("/", with: "_")
            }
        ),
        ("in capitals", { $0.uppercased() }),
        ("twice", { "\($0) and \($0)" }),
    ]

    private static func hex(_ character: Character) -> String {
        String(UInt16(character.asciiValue ?? 0) | 0x100, radix: 16).suffix(2).uppercased()
    }

    /// A place of an answer that reaches an error.
    private struct Place: Sendable {
        let name: String
        let answer: @Sendable (String) -> StubResponse
    }

    private static let statuses = [400, 401, 403, 404, 409, 429, 500, 503]

    private static let places: [Place] =
        statuses.map { status in
            Place(name: "the body of a \(status)") { .text($0, status: status) }
        } + [
            Place(name: "a header field") { StubResponse(400, headers: ["X-Why": $0]) },
            Place(name: "a redirect that is refused") { .redirect(303, to: "ftp://\($0)/") },
            Place(name: "a body that a handler refuses") { .text("[\($0)]") },
        ]

    @Test(arguments: echoes.indices, places.indices)
    func anEchoOfTheCredentialIsTakenOut(_ echo: Int, _ place: Int) {
        scheduler.enter {
            let text = Self.echoes[echo].1(Self.token)
            let host = HostStub(
                home: .here,
                options: HTTPOptions {
                    $0.credential = .bearer(Self.token)
                    $0.retry = .never
                }
            ) { _ in Self.places[place].answer(text) }
            let probe = Probe(host.output(of: Quoting()))
            scheduler.run()
            let shown = Self.everything(about: probe.error)
            let name = "\(Self.echoes[echo].0), in \(Self.places[place].name): \(shown)"
            #expect(probe.error != nil, "\(name)")
            // No part that would help anybody to guess the rest.
            for form in [Self.token, text] {
                for start in form.indices where form.distance(from: start, to: form.endIndex) >= 20
                {
                    let part = form[start...].prefix(20)
                    guard Self.isSecret(part) else { continue }
                    #expect(!shown.lowercased().contains(part.lowercased()), "\(name)")
                }
            }
        }
    }

    /// Whether a part of an echo is of the token, not of the words around it.
    private static func isSecret(_ part: Substring) -> Bool {
        !part.contains(" ") && !part.contains("…") && !part.contains("\"")
    }

    private static func everything(about error: HTTPError?) -> String {
        guard let error else { return "no error" }
        let response = error.response
        return "\(error) \(error.reason) \(String(reflecting: error.cause)) "
            + "\(response?.text ?? "") \(response?.headers.fields ?? []) "
            + "\(response?.head.url.string ?? "")"
    }

    @Test func aReaderThatQuotesTheCredentialDoesNotShowIt() {
        scheduler.enter {
            let host = HostStub(
                home: .here,
                options: HTTPOptions {
                    $0.credential = .bearer(Self.token)
                    $0.retry = .never
                }
            ) { _ in .text("you sent \(Self.token)") }
            let probe = Probe(host.output(of: QuotingReading()))
            scheduler.run()
            #expect(probe.error?.code == .handlerFailed)
            #expect("\(probe.error.map { "\($0)" } ?? "")".contains("cannot read you sent …"))
            #expect(!Self.everything(about: probe.error).contains("canary"))
        }
    }

    @Test func aSecretIsFoundAnywhereInALongText() {
        let filling = String(repeating: "\\u0061-&amp;", count: 9_000)
        for place in [0, 65_530, 131_060, 200_000] {
            let before = String(filling.prefix(place))
            let credential = Credential.bearer(Self.token)
            let text = Array((before + Self.token + "/" + Self.token + " after").utf8)
            #expect(credential.concealed(in: text) == Array("\(before)…/… after".utf8))
        }
    }

    @Test(arguments: ["\u{301}", "\u{200D}", "\u{FE0F}"])
    func aSecretIsFoundBeforeACombiningMark(mark: String) {
        let credential = Credential.bearer(Self.token)
        let text = Array("x\(Self.token)\(mark)y".utf8)
        #expect(credential.concealed(in: text) == Array("x…\(mark)y".utf8))
    }

    @Test func theAddressThatARedirectLedToIsShownWithoutIt() {
        scheduler.enter {
            let host = HostStub(
                home: .here, options: HTTPOptions { $0.credential = .bearer(Self.token) }
            ) {
                $0.url.path == "/"
                    ? .redirect(to: "/\(Self.token)") : StubResponse(404)
            }
            let probe = Probe(host.output(of: GET()))
            scheduler.run()
            #expect(probe.error?.code == .notFound)
            #expect(probe.error?.request?.contains("canary") == false)
            #expect(!Self.everything(about: probe.error).contains("canary"))
        }
    }

    @Test func aPasswordIsTakenOutAsItIsAndEncoded() {
        scheduler.enter {
            let credential = Credential.basic(user: "me", password: "open sesame")
            let host = HostStub(home: .here, options: HTTPOptions { $0.credential = credential }) {
                .text("open sesame, \($0.headers["Authorization"] ?? "")", status: 400)
            }
            let probe = Probe(host.output(of: GET()))
            scheduler.run()
            #expect(probe.error?.response?.text == "…, Basic …")
        }
    }

    @Test func whatHoldsNoSecretStaysAsItIs() {
        scheduler.enter {
            let text = #"{"error_summary":"path/not_found/..","error":{".tag":"path"}}"#
            let host = HostStub(
                home: .here, options: HTTPOptions { $0.credential = .bearer(Self.token) }
            ) { _ in
                .text(text, status: 409)
            }
            let probe = Probe(host.output(of: GET()))
            scheduler.run()
            #expect(probe.error?.response?.text == text)
        }
    }

    /// Credentials with a secret that most texts contain by chance.
    private static let shortCredentials: [(Credential, String)] = [
        (.bearer("t"), "t"), (.bearer("7e"), "7e"), (.bearer("abc"), "abc"),
        (.basic(user: "me", password: "pw"), "pw"), (.field("X-Key", "%"), "%"),
    ]

    /// A gap in a text would show a short secret, so no text of the server is shown.
    @Test(arguments: shortCredentials.indices, places.indices)
    func noTextOfAServerIsShownWithAShortSecret(_ credential: Int, _ place: Int) {
        let (credential, secret) = Self.shortCredentials[credential]
        for (form, echo) in Self.echoes {
            scheduler.enter {
                let host = HostStub(
                    home: .here,
                    options: HTTPOptions {
                        $0.credential = credential
                        $0.retry = .never
                    }
                ) { _ in Self.places[place].answer("xyzzy-\(echo(secret))-xyzzy") }
                let probe = Probe(host.output(of: Quoting()))
                scheduler.run()
                let name = "\(form), in \(Self.places[place].name)"
                #expect(probe.error != nil, "\(name)")
                let shown = Self.everything(about: probe.error)
                #expect(!shown.contains("xyzzy"), "\(name): \(shown)")
                #expect(probe.error?.reason.contains("…") == false, "\(name): \(shown)")
            }
        }
    }

    /// The program's own words stay as they are, although they contain the secret.
    @Test(arguments: ["t", "e", "403", "GET"])
    func aRefusalWithAShortSecretIsReadable(_ token: String) {
        scheduler.enter {
            let host = HostStub(
                home: .here,
                options: HTTPOptions {
                    $0.credential = .bearer(token)
                    $0.retry = .never
                }
            ) { _ in StubResponse(403, headers: ["Retry-After": "9"], body: Array("test".utf8)) }
            let probe = Probe(host.output(of: GET("list")))
            scheduler.run()
            #expect(
                probe.error?.message.hasPrefix(
                    "GET https://stub.invalid/list: the server answered 403; what it sent is not "
                        + "shown, because the credential is too short to be removed from a text")
                    == true)
            #expect(probe.error?.code == .forbidden && probe.error?.retryAfter == .seconds(9))
        }
    }

    @Test func aReaderThatQuotesAShortSecretDoesNotShowIt() {
        scheduler.enter {
            let host = HostStub(
                home: .here,
                options: HTTPOptions {
                    $0.credential = .bearer("q7")
                    $0.retry = .never
                }
            ) { _ in .text("xyzzy q7") }
            let probe = Probe(host.output(of: QuotingReading()))
            scheduler.run()
            #expect(probe.error?.code == .handlerFailed)
            #expect(!Self.everything(about: probe.error).contains("xyzzy"))
        }
    }

    @Test func anAddressOfARedirectIsShownWithoutItsPathWithAShortSecret() {
        scheduler.enter {
            let host = HostStub(home: .here, options: HTTPOptions { $0.credential = .bearer("q7") })
            {
                $0.url.path == "/" ? .redirect(to: "/xyzzy/q7") : StubResponse(404)
            }
            let probe = Probe(host.output(of: GET()))
            scheduler.run()
            #expect(probe.error?.code == .notFound)
            #expect(probe.error?.request == "GET https://stub.invalid/…")
            #expect(!Self.everything(about: probe.error).contains("xyzzy"))
        }
    }

    @Test func aRestrictedCredentialGoesToItsOriginsAlone() throws {
        try scheduler.enter {
            let home = try HTTPURL("https://home.invalid/a")
            let gateway = GatewayStub(
                home: .here,
                options: HTTPOptions {
                    $0.credential = .bearer(Self.token).restricted(to: [home.origin])
                }
            ) { .text($0.headers["Authorization"] == nil ? "none" : "sent") }
            let atHome = Probe(gateway.push(GET(), to: home).outputs())
            let elsewhere = Probe(
                gateway.push(GET(), to: try HTTPURL("https://other.invalid/a")).outputs())
            scheduler.run()
            #expect(atHome.values == [Array("sent".utf8)])
            #expect(elsewhere.error?.code == .insecureCredential)
            #expect(gateway.calls.count == 1)
        }
    }

    @Test func aDescriptionIsOneLineOfBoundedLength() {
        let error = HTTPError(
            .rejected, "one\ntwo\u{1B}[2J",
            cause: HTTPError(.rejected, String(repeating: "a", count: 5_000)))
        #expect("\(error)".contains(#"one\ntwo\u{1B}[2J"#))
        #expect("\(error)".count <= 1_000)
    }

    /// A request whose reader quotes what it cannot read, in an error of its own.
    private struct QuotingReading: HTTPStreamRequest {
        typealias Output = String
        struct Complaint: Error, CustomStringConvertible { let description: String }
        final class Reader: HTTPBodyReader {
            func read(_ bytes: [UInt8]) throws -> [String] {
                throw Complaint(
                    description: "cannot read \(String(decoding: bytes, as: UTF8.self))")
            }
            func finish() -> [String] { [] }
        }
        func makeReader(_ head: HTTPResponseHead) -> any HTTPBodyReader<String> { Reader() }
    }

    /// A request whose handler quotes what it cannot read.
    private struct Quoting: HTTPRequest {
        func handle(_ response: HTTPResponse) throws -> String {
            throw HTTPError(.handlerFailed, "cannot read \(response.text)", phase: .handling)
        }
    }
}
