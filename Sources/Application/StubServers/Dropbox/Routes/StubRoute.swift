import WebServer

/// One of the stub's calls: the style of its argument, its access and its handler.
struct StubRoute: Sendable {
    /// The place of the argument in the request.
    enum Style: Sendable {
        /// JSON in the body.
        case rpc
        /// JSON in the `Dropbox-API-Arg` header or the `arg` parameter.
        case content
    }

    /// The authorization that the call requires.
    enum Access: Sendable {
        case user(scope: String?)
        /// An application's key and secret, or a user's token.
        case application
        case anybody
    }

    var style = Style.rpc
    let access: Access
    let answer: @Sendable (StubService, StubCall) async throws(StubErrorResponse) -> WebResponse

    static let all: [String: StubRoute] = [
        "files/list_folder": .metadata { service, call throws(StubErrorResponse) in
            try service.listFolder(call)
        },
        "files/list_folder/continue": .metadata { service, call throws(StubErrorResponse) in
            try service.continueListing(call)
        },
        "files/list_folder/get_latest_cursor": .metadata {
            service, call throws(StubErrorResponse) in
            try service.latestCursor(call)
        },
        "files/list_folder/longpoll": StubRoute(access: .anybody) {
            service, call throws(StubErrorResponse) in try await service.longpoll(call)
        },
        "files/get_metadata": .metadata { service, call throws(StubErrorResponse) in
            try service.getMetadata(call)
        },
        "files/get_thumbnail": .content { service, call throws(StubErrorResponse) in
            try service.getThumbnail(call)
        },
        "files/get_thumbnail_v2": .content { service, call throws(StubErrorResponse) in
            try service.getThumbnailV2(call)
        },
        "files/get_thumbnail_batch": StubRoute(access: .user(scope: "files.content.read")) {
            service, call throws(StubErrorResponse) in try service.getThumbnailBatch(call)
        },
        "files/download": .content { service, call throws(StubErrorResponse) in
            try service.download(call)
        },
        "files/get_temporary_link": StubRoute(access: .user(scope: "files.content.read")) {
            service, call throws(StubErrorResponse) in try service.getTemporaryLink(call)
        },
        "users/get_current_account": StubRoute(access: .user(scope: "account_info.read")) {
            service, _ in service.currentAccount()
        },
        "check/user": StubRoute(access: .user(scope: nil)) {
            service, call throws(StubErrorResponse) in try service.check(call)
        },
        "check/app": StubRoute(access: .application) {
            service, call throws(StubErrorResponse) in try service.check(call)
        },
        "auth/token/revoke": StubRoute(access: .user(scope: nil)) {
            service, call in service.revokeToken(call)
        },
    ]

    private static func metadata(
        _ answer:
            @escaping @Sendable (StubService, StubCall) async throws(StubErrorResponse) ->
            WebResponse
    ) -> StubRoute {
        StubRoute(access: .user(scope: "files.metadata.read"), answer: answer)
    }

    private static func content(
        _ answer:
            @escaping @Sendable (StubService, StubCall) async throws(StubErrorResponse) ->
            WebResponse
    ) -> StubRoute {
        StubRoute(style: .content, access: .user(scope: "files.content.read"), answer: answer)
    }
}
