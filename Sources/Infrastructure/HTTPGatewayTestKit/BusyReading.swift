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

    /// A mebibyte in which each byte tells its place.
    ///
    /// It is made in large pieces: a server that makes it byte by byte in a debug build answers late.
    static let body = (0..<4_178).reduce(into: [UInt8]()) { body, _ in body += [UInt8](0..<251) }
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
