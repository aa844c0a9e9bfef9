import KeyedStore
import Testing

@testable import Accounts

@Suite struct AuthorizationCodeTests {
    @Test(arguments: [
        ("abc", "abc"), ("  abc\r\n", "abc"), ("\u{A0}\tabc", "abc"), ("!~/+=_-.", "!~/+=_-."),
        (String(repeating: "x", count: 512), String(repeating: "x", count: 512)),
    ])
    func aPastedCodeIsTrimmed(_ text: String, _ code: String) throws {
        #expect(try AuthorizationCode(pasted: text).secret.reveal() == code)
    }

    @Test(arguments: [
        "", "   ", "can ary", "can\nary", "canary\u{0}", "canary\u{7F}", "canaryé",
        "canary\u{1B}[0m",
        "canary" + String(repeating: "x", count: 507),
    ])
    func anyOtherTextIsRefusedAndNotShown(_ text: String) {
        let error = #expect(throws: AccountError.self) { try AuthorizationCode(pasted: text) }
        #expect(error?.code == .codeMalformed)
        #expect(error.map { !"\($0)".contains("can") } == true)
    }
}
