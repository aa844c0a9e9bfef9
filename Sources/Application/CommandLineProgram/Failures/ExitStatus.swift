import BoundaryErrors

/// The exit codes of the program; `Documentation/ExitCodes.md` describes them.
package enum ExitStatus: Int32, ErrorCode, CaseIterable {
    case success = 0
    case partialSuccess = 3
    case usage = 64
    case damagedLibrary = 65
    case noInput = 66
    case network = 69
    case internalError = 70
    case systemError = 71
    case cannotCreate = 73
    case inputOutput = 74
    case rateLimit = 75
    case protocolViolation = 76
    case authorization = 77
    case newerLibrary = 78
    case locked = 79
    case notOurs = 80
    case damagedOriginals = 81
    case hungUp = 129
    case interrupted = 130
    case terminated = 143

    /// The user's configuration is not valid; the header sysexits.h has one code for both.
    package static let configuration = ExitStatus.newerLibrary

    package var name: String { String(rawValue) }

    /// Returns the status of a command with several parts: that of the part that needs the user
    /// most, and of equal ones the first.
    package static func worst(of statuses: [ExitStatus]) -> ExitStatus {
        statuses.max { $0.rank < $1.rank } ?? .success
    }

    /// 0 for no failure, 1 for an incomplete result, 2 for a failure that may pass by itself.
    private var rank: Int {
        switch self {
        case .success: 0
        case .partialSuccess: 1
        case .network, .rateLimit, .locked: 2
        default: 3
        }
    }

    // Without it, the hash would be that of RawRepresentable, which has the older form.
    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
