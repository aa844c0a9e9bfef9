/// The reason why the server refuses a request; the raw value is the status of the response.
enum RequestFault: Int, Error {
    /// The request is not valid HTTP/1.1.
    case malformed = 400
    /// The request names another host.
    case foreignHost = 403
    /// The request was not complete in time.
    case late = 408
    /// The body is larger than the limit.
    case bodyTooLarge = 413
    /// The head is larger than the limit, or has more fields.
    case headTooLarge = 431
    /// All connections that the limit allows are being served.
    case overloaded = 503

    /// The text of the response.
    var text: String {
        switch self {
        case .malformed: "The request is malformed.\n"
        case .foreignHost: "This server does not serve the host that the request names.\n"
        case .late: "The request was not complete in time.\n"
        case .bodyTooLarge: "The body of the request is too large.\n"
        case .headTooLarge: "The head of the request is too large.\n"
        case .overloaded: "The server has too many connections; try again later.\n"
        }
    }
}
