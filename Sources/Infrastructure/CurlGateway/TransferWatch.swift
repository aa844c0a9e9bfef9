import HTTPGateway
import Scheduling

/// Whether a transfer moves, from looks at it at regular times.
///
/// libcurl's own rule forgets all slowness after each burst, so that a server that sends a little now
/// and then holds a transfer for ever; and it allows one time only for the first byte and for a pause.
struct TransferWatch {
    /// What a look finds.
    enum Finding: Equatable {
        case moves
        /// Nothing of a response has come for a while.
        case waits(HTTPWait)
        /// Something has come after `waits`.
        case answered
        /// It has to end; the reason.
        case stalled(String)
    }

    /// What a transfer may do.
    struct Limits: Equatable {
        var connect = Duration.seconds(15)
        var firstByte = Duration.seconds(30)
        var idle = Duration.seconds(30)
        /// Bytes a second.
        var rate: Int64 = 100
    }

    private enum Stage { case before, waiting, moving }

    /// Bytes of head and body that came, and of the body that went.
    var moved: Int64 = 0
    private var seen: Int64 = 0
    private var stage = Stage.before
    private var stageBegan: SchedulerInstant?
    private var lastMove = SchedulerInstant(nanoseconds: 0)
    private var window = (began: SchedulerInstant(nanoseconds: 0), moved: Int64(0))
    /// In what stage the client was told that it waits; `nil` while it was not, or has its answer.
    private var toldIn: Stage?

    /// Looks at the transfer in `phase`; one that is held stands still by our own wish.
    mutating func look(
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
        case .before: return told(still, phase, until: limits.connect)
        case .waiting where still >= limits.firstByte:
            return .stalled("no byte of a response came within \(limits.firstByte)")
        case .waiting: return told(still, phase, until: limits.firstByte)
        case .moving:
            if phase != .sending, toldIn != nil {
                toldIn = nil
                return .answered
            }
            return moving(still, now, limits)
        }
    }

    private mutating func told(
        _ still: Duration, _ phase: HTTPError.Phase, until limit: Duration
    ) -> Finding {
        guard still >= HTTPWait.threshold, toldIn != stage else { return .moves }
        toldIn = stage
        return .waits(HTTPWait(phase: phase, remaining: max(.zero, limit - still)))
    }

    private mutating func moving(
        _ still: Duration, _ now: SchedulerInstant, _ limits: Limits
    ) -> Finding {
        if still >= limits.idle { return .stalled("nothing moved for \(limits.idle)") }
        let past = window.began.duration(to: now)
        guard past >= limits.idle else { return .moves }
        let (count, seconds) = (moved - window.moved, past / .seconds(1))
        window = (now, moved)
        guard Double(count) < Double(limits.rate) * seconds else { return .moves }
        return .stalled("\(count) bytes moved in \(past), fewer than \(limits.rate) a second")
    }
}
