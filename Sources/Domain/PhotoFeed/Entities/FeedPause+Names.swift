extension FeedPause.Cause {
    /// The status of the response; `nil` if the cause is not a status.
    package var status: Int? {
        if case .status(let status) = self { status } else { nil }
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

    /// Creates the cause with a name, and with a status if it is one; `nil` for another name.
    package init?(_ name: String, status: Int?) {
        let causes: [FeedPause.Cause] = [
            .nameNotResolved, .connectionRefused, .noConnection, .connectTimedOut, .proxyFailed,
            .tlsFailed, .connectionLost, .timedOut,
        ]
        guard let cause = causes.first(where: { $0.name == name }) ?? status.map(Self.status)
        else { return nil }
        self = cause
    }
}
