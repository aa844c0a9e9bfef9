import Scheduling

/// The readers of a database, which a barrier replaces.
///
/// A barrier takes the readers, and new reads wait until it gives other ones.
final class ReadGate: Sendable {
    typealias Readers = ServicePool<DatabaseReader>
    typealias Use = @Sendable (Result<Readers, PersistenceError>) -> Void
    typealias Turn = CheckedContinuation<Result<Readers?, PersistenceError>, Never>

    private enum State {
        case open(Readers)
        /// A barrier runs, which has taken the readers; the uses wait for its end.
        case closed(Readers?)
        /// No use follows; reads of the last readers may still run.
        case ended(PersistenceError, Readers?)
    }

    private struct Content {
        var state = State.closed(nil)
        var uses: [Use] = []
        var barriers: [Turn] = []
    }

    private let content = Guarded(Content())

    /// Calls `use` with the readers: at once, or after the running barrier.
    func withReaders(_ use: @escaping Use) {
        let result: Result<Readers, PersistenceError>? = content.withLock { content in
            switch content.state {
            case .open(let readers): return .success(readers)
            case .ended(let error, _): return .failure(error)
            case .closed:
                content.uses.append(use)
                return nil
            }
        }
        if let result { use(result) }
    }

    /// The readers, after the running barrier.
    nonisolated(nonsending) func readers() async throws(PersistenceError) -> Readers {
        let result = await withCheckedContinuation { continuation in
            withReaders { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Whether the readers are the current ones.
    func hasOpen(_ readers: Readers) -> Bool {
        content.withLock { content in
            if case .open(let present) = content.state { present === readers } else { false }
        }
    }

    /// Begins a barrier after the barriers before it, and returns the readers to end.
    nonisolated(nonsending) func beginBarrier() async throws(PersistenceError) -> Readers? {
        let result = await withCheckedContinuation { (turn: Turn) in
            let result: Result<Readers?, PersistenceError>? = content.withLock { content in
                switch content.state {
                case .open(let readers):
                    content.state = .closed(readers)
                    return .success(readers)
                case .ended(let error, _): return .failure(error)
                case .closed:
                    content.barriers.append(turn)
                    return nil
                }
            }
            if let result { turn.resume(returning: result) }
        }
        return try result.get()
    }

    /// Ends a barrier: the next one begins, or the waiting reads do.
    func endBarrier(_ readers: Readers) {
        let (uses, turn) = content.withLock { content -> ([Use], Turn?) in
            if case .ended = content.state { return ([], nil) }
            if !content.barriers.isEmpty {
                content.state = .closed(readers)
                return ([], content.barriers.removeFirst())
            }
            content.state = .open(readers)
            defer { content.uses = [] }
            return (content.uses, nil)
        }
        turn?.resume(returning: .success(readers))
        for use in uses { use(.success(readers)) }
    }

    /// Refuses all reads and barriers from now on, and returns the readers to end.
    ///
    /// They may be those that a barrier or an earlier call ends already.
    @discardableResult
    func end(_ error: PersistenceError) -> Readers? {
        let (readers, uses, turns) = content.withLock { content -> (Readers?, [Use], [Turn]) in
            let readers: Readers? =
                switch content.state {
                case .open(let present): present
                case .closed(let taken), .ended(_, let taken): taken
                }
            content.state = .ended(error, readers)
            defer { (content.uses, content.barriers) = ([], []) }
            return (readers, content.uses, content.barriers)
        }
        for use in uses { use(.failure(error)) }
        for turn in turns { turn.resume(returning: .failure(error)) }
        return readers
    }
}
