import Scheduling
import Signals

/// The events at both ends of a chain.
final class HopJournal: Sendable {
    struct State {
        /// The events of the source.
        var sent = Played()
        /// The values that have arrived.
        var received: [Int] = []
        /// The ends that have arrived; `nil` stands for a scheduler that has ended.
        var ends: [Played.End?] = []
        var isClosed = false
        /// Whether the subscription was disposed of while events could arrive.
        var isCut = false
        var isLate = false
        /// The values that a mistake of the program keeps.
        var kept: [Item] = []
    }

    let census = Census()
    private let state = Guarded(State())

    var now: State { state.withLock { $0 } }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    func receive(_ number: Int) {
        change { state in
            state.isLate = state.isLate || state.isClosed || !state.ends.isEmpty
            state.received.append(number)
        }
    }

    func end(_ completion: Completion<Fault>) {
        change { state in
            state.isLate = state.isLate || state.isClosed
            switch completion {
            case .completed: state.ends.append(.completed)
            case .failed(.own): state.ends.append(.failed)
            case .failed(.unavailable): state.ends.append(nil)
            }
        }
    }
}
