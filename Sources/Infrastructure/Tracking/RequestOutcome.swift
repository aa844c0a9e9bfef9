import HTTPGateway
import Signals

/// The class of the end of a request, without its server, its address and its status.
enum RequestOutcome: CaseIterable, Hashable, Sendable {
    /// The response was accepted.
    case succeeded
    /// The server refused the request: another status of the class 4xx than 429.
    case refused
    /// The server asked for a lower rate: the status 429.
    case limited
    /// The server failed: a status of the class 5xx.
    case serverFailed
    /// The response was not usable, for example because it was not complete.
    case unusable
    /// No response came, for example because the network was down.
    case unanswered
    /// The program ended the request before its response.
    case cancelled

    init(_ completion: Completion<HTTPError>) {
        guard case .failed(let error) = completion else {
            self = .succeeded
            return
        }
        self =
            switch error.response?.status {
            case 429?: .limited
            case .some(400..<500): .refused
            case .some(500...): .serverFailed
            case .some: .unusable
            case nil:
                error.phase == .receiving || error.phase == .handling ? .unusable : .unanswered
            }
    }

    /// The label of the events.
    var label: TrackedWord {
        switch self {
        case .succeeded: "succeeded"
        case .refused: "refused"
        case .limited: "limited"
        case .serverFailed: "server-failed"
        case .unusable: "unusable"
        case .unanswered: "unanswered"
        case .cancelled: "cancelled"
        }
    }
}
