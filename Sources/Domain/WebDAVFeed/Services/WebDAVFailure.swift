import HTTPGateway
import PhotoFeed

/// A failed request: the error of the feed, and what it says about the resource.
struct WebDAVFailure: Error, Hashable {
    /// The consequence of a failure.
    enum Kind: Hashable, Sendable {
        /// The server has refused the request for this resource.
        case refused
        /// The server has no such resource.
        case missing
        /// The token of a report is no longer valid.
        case invalidToken
        /// The answer violates the contract.
        case malformed
        /// The server has failed for this resource, and may still answer for others.
        case failing
        /// No request can succeed for now: the credential, the network or the server failed.
        case fatal
    }

    let error: FeedError
    let kind: Kind

    /// Whether the server has more to report than it sends (507; RFC 6578, 3.2).
    var isOverLimit: Bool { (error.cause as? HTTPError)?.response?.status == 507 }

    init(_ error: FeedError, _ kind: Kind) {
        self.error = error
        self.kind = kind
    }

    /// Creates the failure of a request for `folder`.
    init(_ error: HTTPError, folder: String) {
        let place = folder.isEmpty ? "the folder of the account" : folder
        if let cause = error.cause as? FeedError {
            guard cause.code == .malformedAnswer else {
                self.init(cause, .fatal)
                return
            }
            self.init(
                FeedError(
                    cause.code, "\(place): \(cause.message)", advice: cause.advice,
                    cause: cause.cause), .malformed)
            return
        }
        let body = error.cause as? WebDAVErrorBody
        let (code, kind): (FeedError.Code, Kind) =
            switch error.code {
            case _ where body?.hasInvalidToken == true: (.cursorReset, .invalidToken)
            case .unauthorized: (.passwordRefused, .fatal)
            case .credentialUnavailable, .insecureCredential: (.passwordRefused, .fatal)
            case .forbidden: (.permissionMissing, .refused)
            case .notFound: (.folderNotFound, .missing)
            case .rateLimited: (.rateLimited, .fatal)
            case .serverBusy: (.rateLimited, .failing)
            case .redirectRefused, .tooManyRedirects, .unexpectedStatus, .malformedResponse,
                .headersTooLarge, .bodyTooLarge, .badEncoding, .unframedBody:
                (.malformedAnswer, .malformed)
            case .rejected, .conflict, .preconditionFailed, .rangeNotSatisfiable:
                (.requestRefused, .refused)
            case .serverFailed where error.response?.status == 501:
                (.requestRefused, .refused)
            case .serverFailed, .requestTimeout, .connectionLost, .emptyResponse, .truncatedBody,
                .stalled, .deadlineExceeded:
                (.network, .failing)
            case .invalidRequest, .invalidURL: (.requestRefused, .fatal)
            case .certificateRejected: (.serverNotTrusted, .fatal)
            case .unavailable, .invalidated, .cancelled: (.serviceUnavailable, .fatal)
            default: (.network, .fatal)
            }
        // Nextcloud and ownCloud log a request by the first of these fields.
        let reason = error.reason(withRequestIDIn: ["X-Request-Id", "X-Correlation-Id"])
        let refusal =
            error.code == .unauthorized ? ": the user name or the password is wrong" : ""
        let advice: String? =
            switch code {
            case .permissionMissing: Self.adviceForForbidden
            case .serverNotTrusted: Self.adviceForUntrusted
            default: nil
            }
        self.init(
            FeedError(code, "\(place): \(reason)\(refusal)", advice: advice, cause: error), kind)
    }

    /// The remedy for a certificate that no authority vouches for, as those of home servers.
    private static let adviceForUntrusted =
        "if this is your own server, compare its certificate and confirm it by photopark login, or "
        + "trust the issuer with --ca-file FILE; else do not trust it"

    /// The remedy for a folder or a file that the server refuses to show.
    static let adviceForForbidden = "give the user access to it on the server"
}
