import Synchronization

/// The thumbnails that were made last, up to 64 MiB: a client that asks again is not held up by
/// the scaling of pictures.
final class ThumbnailCache: Sendable {
    private static let capacity = 64 << 20

    private let state = Mutex(State())

    private struct State: Sendable {
        var thumbnails: [Key: [UInt8]] = [:]
        var order: [Key] = []
        var first = 0
        var size = 0
    }

    struct Key: Hashable, Sendable {
        let rev: String
        let size: String
        let mode: String
        let format: String
    }

    func thumbnail(_ key: Key) -> [UInt8]? {
        state.withLock { $0.thumbnails[key] }
    }

    func store(_ thumbnail: [UInt8], for key: Key) {
        state.withLock { state in
            guard state.thumbnails.updateValue(thumbnail, forKey: key) == nil else { return }
            state.order.append(key)
            state.size += thumbnail.count
            while state.size > Self.capacity, state.first < state.order.count {
                let oldest = state.thumbnails.removeValue(forKey: state.order[state.first])
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
