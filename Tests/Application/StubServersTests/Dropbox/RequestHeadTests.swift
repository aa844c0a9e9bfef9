import Testing

@testable import StubServers

@Suite struct RequestHeadTests {
    @Test func theAuthorizationIsTakenApart() {
        #expect(request([:]).authorization() == nil)
        let bearer = request(["authorization": "BEARER a b"]).authorization()
        #expect(bearer?.scheme == "bearer" && bearer?.credentials == "a b")
        let bare = request(["authorization": "Basic"]).authorization()
        #expect(bare?.scheme == "basic" && bare?.credentials == nil)
        let query = request([:], query: ["authorization": "Bearer x"])
            .authorization(inAddress: true)
        #expect(query?.credentials == "x")
    }

    private func request(
        _ headers: [String: String], query: [String: String] = [:]
    ) -> StubRequest {
        StubRequest(method: "POST", path: "/2/x", query: query, headers: headers, body: [])
    }
}
