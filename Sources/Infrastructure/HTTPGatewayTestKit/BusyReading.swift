import HTTPGateway
import Scheduling

/// A body whose reader takes long over the first piece, and serves its scheduler meanwhile.
struct BusyReading: HTTPStreamRequest {
    /// What the reader has seen.
    enum Output: Equatable, Sendable {
        /// It is done with the first piece.
        case firstPiece
        /// Every piece in order, and none before it was done with the one before.
        case oneAtATime
        case anotherPieceMeanwhile
        case otherBytes(at: Int)
    }

    /// Bytes of the body, each of which tells its place.
    static let length = 4 << 20
    /// The bytes that may arrive while the reader is busy: its window, and a piece on the way.
    static let most: Int64 = 512 << 10

    func makeReader(_ head: HTTPResponseHead) -> any HTTPBodyReader<Output> { Reader() }

    private final class Reader: HTTPBodyReader {
        private var isBusy = false
        private var place = 0
        private var complaint: Output?

        func read(_ bytes: [UInt8]) -> [Output] {
            if isBusy { complaint = .anotherPieceMeanwhile }
            isBusy = true
            defer { isBusy = false }
            let isFirst = place == 0
            let isRight = bytes.enumerated().allSatisfy { $1 == UInt8((place + $0) % 251) }
            if !isRight { complaint = complaint ?? .otherBytes(at: place) }
            place += bytes.count
            guard isFirst else { return [] }
            if let scheduler = Schedulers.current as? any ServingScheduler {
                let end = scheduler.now.advanced(by: .milliseconds(300))
                _ = scheduler.serve(until: end) { false }
            }
            return [.firstPiece]
        }

        func finish() -> [Output] {
            [complaint ?? (place == BusyReading.length ? .oneAtATime : .otherBytes(at: place))]
        }
    }
}
