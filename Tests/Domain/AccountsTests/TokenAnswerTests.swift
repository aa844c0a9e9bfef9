import KeyedStore
import Testing

@testable import Accounts

@Suite struct TokenAnswerTests {
    @Test func anAnswerIsRead() throws {
        let answer = try TokenAnswer(
            json: Array(
                #"""
                {"access_token": "sl.canary_-+/~.=", "token_type": "Bearer", "expires_in": 14400,
                 "refresh_token": "r", "scope": "a b", "uid": "42", "account_id": "dbid:x"}
                """#.utf8))
        #expect(answer.accessToken == Secret("sl.canary_-+/~.="))
        #expect(answer.lifetime == 14_400 && answer.refreshToken == Secret("r"))
        #expect(answer.scopes == ["a", "b"])
        #expect(answer.missing(of: ["a", "c"]) == ["c"])
    }

    @Test func onlyTheTokenAndItsTypeAreRequired() throws {
        let answer = try TokenAnswer(
            json: Array(#"{"access_token":"a","token_type":"bearer","expires_in":null}"#.utf8))
        #expect(answer.lifetime == nil && answer.refreshToken == nil && answer.scopes == nil)
        #expect(answer.missing(of: ["c"]).isEmpty)
    }

    @Test(arguments: [
        "", "canary", "[]", "{}", #"{"access_token":"canary"}"#,
        #"{"access_token":"can ary","token_type":"bearer"}"#,
        #"{"access_token":"canary","token_type":"mac"}"#,
        #"{"access_token":"canary","token_type":"bearer","expires_in":"3600"}"#,
        #"{"access_token":"canary","token_type":"bearer","expires_in":-1}"#,
        #"{"access_token":"canary","token_type":"bearer","expires_in":315360001}"#,
        #"{"access_token":"canary","token_type":"bearer","refresh_token":""}"#,
        #"{"access_token":"canary","token_type":"bearer","refresh_token":"can ary"}"#,
        #"{"access_token":"canary","access_token":"canary","token_type":"bearer"}"#,
        #"{"access_token":["canary"],"token_type":"bearer"}"#,
        #"{"canary":"\x","token_type":"bearer"}"#, #"{"canary": canary}"#,
        #"{"access_token":"canary","token_type":"bearer"} canary"#,
    ])
    func anythingElseIsMalformedAndNotShown(_ text: String) {
        let error = #expect(throws: AccountError.self) { try TokenAnswer(json: Array(text.utf8)) }
        #expect(error?.code == .malformedAnswer)
        #expect(error.map { !"\($0)".contains("can") } == true)
    }
}
