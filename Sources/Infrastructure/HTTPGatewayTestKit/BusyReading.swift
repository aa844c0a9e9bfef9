import HTTPGateway
import Scheduling

/// A streamed request whose reader serves its scheduler for 300 ms during the first piece.
struct BusyReading: HTTPStreamRequest {
    /// The observations of the reader.
    enum Output: Equatable, Sendable {
        /// The first piece has been processed.
        case firstPiece
        /// Every piece came in order, after the previous one was processed.
        case oneAtATime
        case anotherPieceMeanwhile
        case otherBytes(at: Int)
    }

    /// A body of about 1 MiB in which each byte depends on its offset.
    ///
    /// It is made of large pieces: to make it byte by byte takes too long in a debug build.
    static let body = (0..<4_178).reduce(into: [UInt8]()) { body, _ in body += [UInt8](0..<251) }
    /// The bytes that may arrive while the reader is busy: its window, and the pieces in flight.
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
            let isRight = bytes == [UInt8](BusyReading.body.dropFirst(place).prefix(bytes.count))
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
            [complaint ?? (place == BusyReading.body.count ? .oneAtATime : .otherBytes(at: place))]
        }
    }
}
