package import PhotoFeed

extension FeedPause.Cause {
    /// The cause in its long form.
    var sentence: String {
        switch self {
        case .nameNotResolved: "the server's name cannot be resolved"
        case .connectionRefused: "connection refused"
        case .noConnection: "no connection to the server"
        case .connectTimedOut: "the connection timed out"
        case .proxyFailed: "the proxy failed"
        case .tlsFailed: "the TLS connection failed"
        case .connectionLost: "the connection was lost"
        case .timedOut: "the server did not answer in time"
        case .status(let status): "the server answered \(status)"
        }
    }

    /// The cause in at most 16 columns.
    ///
    /// Together with the longest countdown, it fits a terminal of 40 columns.
    package var words: String {
        switch self {
        case .nameNotResolved: "name unknown"
        case .connectionRefused: "refused"
        case .noConnection: "no connection"
        case .connectTimedOut: "no connection"
        case .proxyFailed: "proxy failure"
        case .tlsFailed: "TLS failure"
        case .connectionLost: "connection lost"
        case .timedOut: "no answer"
        case .status(let status): "server error \(status)"
        }
    }
}
