extension HTTPError {
    /// Creates the error of a refused response.
    init(refusing response: HTTPResponse) {
        self.init(
            Code(refused: response.status), "the server answered \(response.status)",
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
