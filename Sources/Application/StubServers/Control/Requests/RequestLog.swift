import Scheduling

/// A request that the stub has received.
public struct StubRequestRecord: Sendable, Equatable {
    /// The route, such as `files/list_folder`; the path if the request matches no route.
    public let route: String
    /// The time of arrival, counted from the stub's start.
    public let arrival: Duration
    /// The `Range` field as it was received; `nil` without one.
    public let range: String?
    /// The status of the answer; `nil` before the answer, and if the connection was closed instead.
    public internal(set) var status: Int?
}

/// Counts all requests, and keeps records of the latest ten thousand.
package final class RequestLog: Sendable {
    private static let capacity = 10_000

    private let start = ContinuousClock.now
    private let state = Guarded(State())

    /// Creates an empty log, whose time begins now.
    package init() {}

    private struct State: Sendable {
        var counts: [String: Int] = [:]
        var records: [StubRequestRecord] = []
        var batches: [[String]] = []
        /// The number of the first record that is still kept.
        var firstNumber = 0
    }

    /// Records a request, and returns its number.
    ///
    /// - Parameters:
    ///   - route: the route.
    ///   - range: the `Range` field; `nil` without one.
    package func arrive(_ route: String, range: String?) -> Int {
        let record = StubRequestRecord(
            route: route, arrival: ContinuousClock.now - start, range: range, status: nil)
        return state.withLock { state in
            state.counts[route, default: 0] += 1
            if state.records.count == 2 * Self.capacity {
                state.records.removeFirst(Self.capacity)
                state.firstNumber += Self.capacity
            }
            state.records.append(record)
            return state.firstNumber + state.records.count - 1
        }
    }

    /// Records the status of the answer to a request.
    package func answer(_ number: Int, status: Int) {
        state.withLock { state in
            let index = number - state.firstNumber
            if state.records.indices.contains(index) {
                state.records[index].status = status
            }
        }
    }

    /// Records the files of a batch of thumbnails.
    package func noteBatch(_ paths: [String]) {
        state.withLock { state in
            if state.batches.count == 2 * Self.capacity { state.batches.removeFirst(Self.capacity) }
            state.batches.append(paths)
        }
    }

    /// The files of the latest batches of thumbnails, in the order of arrival.
    package var batches: [[String]] { state.withLock { $0.batches } }

    /// Clears the counts and the records.
    package func clear() {
        state.withLock { state in
            state.firstNumber += state.records.count
            state.records = []
            state.counts = [:]
            state.batches = []
        }
    }

    /// The number of requests of each route.
    package var counts: [String: Int] { state.withLock { $0.counts } }

    /// The latest records, at most ten thousand.
    package var records: [StubRequestRecord] {
        state.withLock { Array($0.records.suffix(Self.capacity)) }
    }
}
