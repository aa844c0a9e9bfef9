import HTTPGateway
import Scheduling

/// Detects a stalled transfer by periodic checks.
///
/// libcurl's own rule starts again after each burst, so a server that sends a little now and then
/// keeps a transfer open forever. It also has only one time limit for both the first byte and a
/// stall.
struct TransferWatch {
    /// The result of a check.
    enum Finding: Equatable {
        case moves
        /// No byte of a response has come for a while.
        case waits(HTTPWait)
        /// A byte has come after `waits`.
        case answered
        /// The transfer has to end, for the given reason.
        case stalled(String)
    }

    /// The limits of a transfer.
    struct Limits: Equatable {
        var connect = Duration.seconds(15)
        var firstByte = Duration.seconds(30)
        var idle = Duration.seconds(30)
        /// The lowest rate in bytes per second.
        var rate: Int64 = 100
    }

    private enum Stage { case before, waiting, moving }

    /// The number of bytes of head and body received, and of the body sent.
    var moved: Int64 = 0
    private var seen: Int64 = 0
    private var stage = Stage.before
    private var stageBegan: SchedulerInstant?
    private var lastMove = SchedulerInstant(nanoseconds: 0)
    private var window = (began: SchedulerInstant(nanoseconds: 0), moved: Int64(0))
    /// The stage whose wait was reported to the client; `nil` without a report, or after its end.
    private var reportedStage: Stage?

    /// Checks the transfer in `phase`; `isHeld` means that the gateway itself has paused it.
    mutating func check(
        at now: SchedulerInstant, _ phase: HTTPError.Phase, isHeld: Bool, _ limits: Limits
    ) -> Finding {
        let stage: Stage =
            switch phase {
            case .preparing, .waiting, .resolving, .connecting, .securing: .before
            case .awaiting: .waiting
            case .sending, .receiving, .handling: .moving
            }
        if stageBegan == nil || stage != self.stage || isHeld {
            self.stage = stage
            stageBegan = now
            lastMove = now
            window = (now, moved)
        }
        if moved != seen {
            seen = moved
            lastMove = now
        }
        let still = lastMove.duration(to: now)
        switch stage {
        case .before: return report(still, phase, until: limits.connect)
        case .waiting where still >= limits.firstByte:
            return .stalled("no byte of a response was received within \(limits.firstByte)")
        case .waiting: return report(still, phase, until: limits.firstByte)
        case .moving:
            if phase != .sending, reportedStage != nil {
                reportedStage = nil
                return .answered
            }
            return moving(still, now, limits)
        }
    }

    private mutating func report(
        _ still: Duration, _ phase: HTTPError.Phase, until limit: Duration
    ) -> Finding {
        guard still >= HTTPWait.threshold, reportedStage != stage else { return .moves }
        reportedStage = stage
        return .waits(HTTPWait(phase: phase, remaining: max(.zero, limit - still)))
    }

    private mutating func moving(
        _ still: Duration, _ now: SchedulerInstant, _ limits: Limits
    ) -> Finding {
        if still >= limits.idle { return .stalled("no data was transferred for \(limits.idle)") }
        let past = window.began.duration(to: now)
        guard past >= limits.idle else { return .moves }
        let (count, seconds) = (moved - window.moved, past / .seconds(1))
        window = (now, moved)
        guard Double(count) < Double(limits.rate) * seconds else { return .moves }
        return .stalled(
            "\(count) bytes were transferred in \(past), fewer than \(limits.rate) per second")
    }
}
