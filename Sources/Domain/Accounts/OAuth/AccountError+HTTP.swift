import HTTPGateway

extension AccountError {
    /// Creates the error for a request to a token endpoint that failed.
    ///
    /// - Parameter purpose: the purpose of the request, as a part of a sentence.
    init(_ error: HTTPError, _ purpose: String) {
        if let cause = error.cause as? AccountError {
            self = cause
            return
        }
        let refusal = error.cause as? OAuthRefusal
        let code = refusal.flatMap { Code(refusal: $0.word) } ?? Code(status: error)
        let reason = refusal.map { "\(error.reason): \($0)" } ?? error.reason
        self.init(code, "cannot \(purpose): \(error.request.map { "\($0): " } ?? "")\(reason)")
    }
}

extension AccountError.Code {
    /// The code for a word of RFC 6749, 4.1.2.1 and 5.2; `nil` if the status decides.
    init?(refusal word: String) {
        switch word {
        case "access_denied": self = .accessDenied
        case "invalid_grant": self = .grantRefused
        case "invalid_client", "unauthorized_client": self = .clientRefused
        case "invalid_scope": self = .scopeMissing
        case "invalid_request", "unsupported_grant_type", "unsupported_response_type":
            self = .requestRefused
        case "temporarily_unavailable": self = .rateLimited
        case "server_error": self = .network
        default: return nil
        }
    }

    fileprivate init(status error: HTTPError) {
        self =
            switch error.code {
            case .unauthorized, .forbidden: .clientRefused
            case .rateLimited, .serverBusy: .rateLimited
            case .certificateRejected: .serverNotTrusted
            case .insecureCredential: .insecureAddress
            case .malformedResponse, .headersTooLarge, .bodyTooLarge, .badEncoding, .unframedBody,
                .handlerFailed, .redirectRefused, .tooManyRedirects, .unexpectedStatus:
                .malformedAnswer
            case .rejected, .notFound, .conflict, .preconditionFailed, .rangeNotSatisfiable,
                .invalidRequest, .invalidURL:
                .requestRefused
            case .unavailable, .invalidated, .cancelled: .serviceUnavailable
            default: .network
            }
    }
}
