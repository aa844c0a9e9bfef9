/// A body's pieces and its end on their way to a reader that takes one at a time.
///
/// A reader, or an observer of its outputs, may wait and so serve its scheduler in the meantime: what
/// arrives then stays here, and is not yet consumed, so the connection waits too.
struct ReaderQueue<End> {
    /// What the reader takes next.
    enum Step {
        case read([UInt8])
        case end(End)
    }

    private var isBusy = false
    private var pieces: [[UInt8]] = []
    private var end: End?

    /// A piece has arrived: returns it when the reader is free, which then counts as busy.
    mutating func arrived(_ bytes: [UInt8]) -> [UInt8]? {
        guard isBusy else {
            isBusy = true
            return bytes
        }
        pieces.append(bytes)
        return nil
    }

    /// The end has arrived: returns it when the reader is free.
    mutating func ended(_ end: End) -> End? {
        guard isBusy else { return end }
        self.end = end
        return nil
    }

    /// The reader has taken a piece: returns what it takes next; `nil` when it is free.
    mutating func next() -> Step? {
        if !pieces.isEmpty { return .read(pieces.removeFirst()) }
        isBusy = false
        return end.take().map(Step.end)
    }
}
