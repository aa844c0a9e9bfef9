/// The queue of a body's pieces and its end, for a reader that takes one piece at a time.
///
/// A reader, or an observer of its outputs, may wait and serve its scheduler during the wait.
/// Pieces that arrive then stay here and do not count as consumed, so that the connection waits
/// too.
struct ReaderQueue<End> {
    /// The next element for the reader.
    enum Step {
        case read([UInt8])
        case end(End)
    }

    private var isBusy = false
    private var pieces: [[UInt8]] = []
    private var end: End?

    /// Adds a piece: returns it if the reader is idle, which makes the reader busy.
    mutating func arrived(_ bytes: [UInt8]) -> [UInt8]? {
        guard isBusy else {
            isBusy = true
            return bytes
        }
        pieces.append(bytes)
        return nil
    }

    /// Adds the end: returns it if the reader is idle.
    mutating func ended(_ end: End) -> End? {
        guard isBusy else { return end }
        self.end = end
        return nil
    }

    /// Returns the next element after a piece was read; `nil` makes the reader idle.
    mutating func next() -> Step? {
        if !pieces.isEmpty { return .read(pieces.removeFirst()) }
        isBusy = false
        return end.take().map(Step.end)
    }
}
