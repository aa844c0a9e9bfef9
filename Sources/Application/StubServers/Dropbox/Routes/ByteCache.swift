import Scheduling

/// A cache of the latest answers, up to a number of bytes.
///
/// A repeated request needs neither the scaling of pictures nor the hashing of a page's photos.
final class ByteCache<Key: Hashable & Sendable>: Sendable {
    private let capacity: Int
    private let state = Guarded(State())

    private struct State: Sendable {
        var answers: [Key: [UInt8]] = [:]
        var order: [Key] = []
        var first = 0
        var size = 0
    }

    init(capacity: Int) {
        self.capacity = capacity
    }

    subscript(key: Key) -> [UInt8]? {
        state.withLock { $0.answers[key] }
    }

    /// Keeps `answer`, and drops the oldest answers while the capacity is exceeded.
    func store(_ answer: [UInt8], for key: Key) {
        state.withLock { state in
            guard state.answers.updateValue(answer, forKey: key) == nil else { return }
            state.order.append(key)
            state.size += answer.count
            while state.size > capacity, state.first < state.order.count {
                let oldest = state.answers.removeValue(forKey: state.order[state.first])
                state.size -= oldest?.count ?? 0
                state.first += 1
            }
            if state.first > 10_000 {
                state.order.removeFirst(state.first)
                state.first = 0
            }
        }
    }
}
