import CommandLineProgram
import PhotoFeed

/// The judgement of errors by a watch: whether they may pass by themselves.
enum WatchFailureReport {
    /// Returns the failure for an error of a run or a longpoll.
    static func failure(_ error: any Error) -> FeedWatch.WatchFailure {
        let report = FailureReport(error)
        switch report.status {
        case .locked: return .locked
        // A page of a hotel's network in place of the server's answer is a protocol violation, too.
        case .network, .rateLimit, .protocolViolation, .inputOutput:
            return .transient(report.message)
        default: return .final(report.message, status: report.status.rawValue)
        }
    }

    /// Whether the error of a reader says that its library does not exist.
    static func isMissingLibrary(_ error: any Error) -> Bool {
        (FailureReport.root(of: error) as? FeedError)?.code == .libraryNotFound
    }
}
