import HTTPGateway
import PhotoFeed

extension FeedError {
    /// Creates the feed's error for a failed request.
    ///
    /// - Parameter folder: the folder that the request named, if any.
    init(_ error: HTTPError, folder: String? = nil) {
        if let cause = error.cause as? FeedError {
            self = cause
            return
        }
        let apiError = error.cause as? DropboxAPIError
        let code: Code =
            switch error.code {
            case .unauthorized, .accessRefused: Self.code(unauthorized: apiError)
            case .credentialUnavailable, .insecureCredential: .tokenRefused
            case .forbidden: .permissionMissing
            case .conflict: Self.code(conflict: apiError)
            case .rateLimited, .serverBusy: .rateLimited
            case .malformedResponse, .headersTooLarge, .bodyTooLarge, .badEncoding, .unframedBody,
                .redirectRefused, .tooManyRedirects, .unexpectedStatus:
                .malformedAnswer
            case .rejected where error.response?.status == 400: Self.code(rejected: apiError)
            case .rejected, .notFound, .preconditionFailed, .rangeNotSatisfiable, .invalidRequest,
                .invalidURL:
                .requestRefused
            case .certificateRejected: .serverNotTrusted
            case .unavailable, .invalidated, .cancelled: .serviceUnavailable
            default: .network
            }
        if code == .folderNotFound, let folder {
            if folder.isEmpty || folder == "/" {
                self.init(
                    code, "the server does not find the folder of the account",
                    advice: "check the account at its server", cause: error)
            } else {
                self.init(code, "the server has no folder \(folder)", cause: error)
            }
            return
        }
        let request = error.request.map { "\($0): " } ?? ""
        let message = apiError.map(\.message) ?? ""
        let answer = error.reason(withRequestIDIn: ["X-Dropbox-Request-Id"])
        let reason = message.isEmpty ? answer : "\(answer): \(message)"
        self.init(code, request + reason, cause: error)
    }

    /// Dropbox rejects a malformed token with a plain status 400 whose text mentions the token.
    private static func code(rejected apiError: DropboxAPIError?) -> Code {
        let text = apiError?.message.lowercased() ?? ""
        return text.contains("access token") || text.contains("authorization")
            ? .tokenRefused : .requestRefused
    }

    private static func code(unauthorized apiError: DropboxAPIError?) -> Code {
        switch apiError?.tags.first {
        case "expired_access_token": .tokenExpired
        case "missing_scope", "route_access_denied": .permissionMissing
        default: .tokenRefused
        }
    }

    private static func code(conflict apiError: DropboxAPIError?) -> Code {
        switch (apiError?.tags.first, apiError?.tags.dropFirst().first) {
        case ("reset", _): .cursorReset
        case ("path", "not_found"), ("path", "not_folder"), ("path", "malformed_path"):
            .folderNotFound
        default: .requestRefused
        }
    }
}
