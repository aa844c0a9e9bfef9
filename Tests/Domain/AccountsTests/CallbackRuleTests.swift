import KeyedStore
import Testing

@testable import Accounts

@Suite struct CallbackRuleTests {
    private let rule = CallbackRule(path: "/dropbox", state: Secret("the-state"))

    private func decide(
        _ query: String, method: String = "GET", path: String = "/dropbox"
    ) -> CallbackRule.Decision {
        rule.decide(method: method, path: path, query: query)
    }

    @Test func aCodeWithTheStateIsAccepted() throws {
        let code = try AuthorizationCode(pasted: "a&b")
        #expect(decide("code=a%26b&state=the-state") == .accept(.code(code)))
        #expect(decide("state=the-state&x=y&code=a%26b") == .accept(.code(code)))
    }

    @Test func aRefusalWithTheStateIsAccepted() {
        #expect(
            decide("error=access_denied&error_description=no&state=the-state")
                == .accept(.refused("access_denied")))
        #expect(decide("error=%3Cb%3E&state=the-state") == .accept(.refused("error")))
        #expect(AuthorizationAnswer.refused("access_denied").refusal?.code == .accessDenied)
        #expect(AuthorizationAnswer.refused("error").refusal?.code == .requestRefused)
    }

    @Test(arguments: [
        "", "code=a", "code=a&state=", "code=a&state=the-stat", "code=a&state=the-state2",
        "code=a&state=THE-STATE", "state=the-state", "code=&state=the-state",
        "code=a%20b&state=the-state", "error=access_denied", "error=access_denied&state=other",
        "code=a&state=the-state&state=other",
        "code=" + String(repeating: "x", count: 513)
            + "&state=the-state",
    ])
    func anyOtherQueryIsRefused(_ query: String) {
        #expect(decide(query) == .refuse(status: 400))
    }

    @Test(arguments: [
        "/", "/dropbox/", "/Dropbox", "/dropbox/x", "/other", "//dropbox", "/%64ropbox",
    ])
    func anotherPathIsNotFound(_ path: String) {
        #expect(decide("code=a&state=the-state", path: path) == .refuse(status: 404))
    }

    @Test(arguments: ["POST", "HEAD", "PUT", "DELETE", "OPTIONS", "get"])
    func anotherMethodIsNotAllowed(_ method: String) {
        #expect(decide("code=a&state=the-state", method: method) == .refuse(status: 405))
    }
}
