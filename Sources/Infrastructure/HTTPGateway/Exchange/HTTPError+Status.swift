extension HTTPError {
    /// The end of a sentence about a text of a server that may contain a short secret.
    static let withheld =
        "what it sent is not shown, because the credential is too short to be removed from a text"

    /// Creates the error of a refused response.
    ///
    /// - Parameters:
    ///   - response: the response without the secret of its request.
    ///   - isWithheld: whether its texts were left out, because the secret is short.
    init(refusing response: HTTPResponse, isWithheld: Bool = false) {
        let hint = isWithheld ? "; \(Self.withheld)" : ""
        self.init(
            Code(refused: response.status), "the server answered \(response.status)\(hint)",
            phase: .handling,
            response: response,
            retryAfter: RetryAfter.read(
                response.headers["retry-after"], date: response.headers["date"]))
    }
}

extension HTTPError.Code {
    /// Creates the code for a status that a request does not accept.
    package init(refused status: Int) {
        self =
            switch status {
            case 401: .unauthorized
            case 403: .forbidden
            case 404, 410: .notFound
            case 408: .requestTimeout
            case 409: .conflict
            case 412: .preconditionFailed
            case 416: .rangeNotSatisfiable
            case 429: .rateLimited
            case 400...499: .rejected
            case 503: .serverBusy
            case 500...599: .serverFailed
            default: .unexpectedStatus
            }
    }
}
