import Scheduling

/// The answers that were made last, up to a number of bytes: a client that asks for the same again
/// is held up neither by the scaling of pictures nor by the hashing of a page's photos.
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

    /// Keeps `answer`, and forgets the oldest ones if there are too many bytes then.
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
