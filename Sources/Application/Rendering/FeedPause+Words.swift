package import PhotoFeed

extension FeedPause.Cause {
    /// The status of the response; `nil` if the cause is not a status.
    package var status: Int? {
        if case .status(let status) = self { status } else { nil }
    }

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

    /// The cause in one word, for programs; `Documentation/Formats.md` lists the words.
    package var name: String {
        switch self {
        case .nameNotResolved: "nameNotResolved"
        case .connectionRefused: "connectionRefused"
        case .noConnection: "noConnection"
        case .connectTimedOut: "connectTimedOut"
        case .proxyFailed: "proxyFailed"
        case .tlsFailed: "tlsFailed"
        case .connectionLost: "connectionLost"
        case .timedOut: "timedOut"
        case .status: "status"
        }
    }
}
