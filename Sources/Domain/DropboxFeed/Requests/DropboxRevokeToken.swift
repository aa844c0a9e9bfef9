import HTTPGateway

/// Ends the grant of the credential: the access token, and the refresh token that it comes from.
struct DropboxRevokeToken: DropboxRequest {
    let route = "auth/token/revoke"

    /// An empty argument, which Dropbox writes as `null`.
    var body: HTTPBody { .text("null", type: "application/json") }
    /// Always `false`, because the token is not valid a second time.
    var isRepeatable: Bool { false }
    /// Memory, up to 4 KiB; the answer is `null`.
    var destination: HTTPDestination<Void> { .memory(limit: 4 << 10) }

    /// Accepts any content of the answer.
    func handle(_ response: HTTPResponse) {}
}
