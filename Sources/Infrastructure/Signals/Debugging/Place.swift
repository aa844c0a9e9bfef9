/// A place in the source code at which a signal was named, and the named places above it.
@usableFromInline
final class Place: CustomStringConvertible, Sendable {
    private static let limit = 8

    private let name: String
    private let file: StaticString
    private let line: UInt
    /// The number of omitted places that this one stands for; zero for a named place.
    private let omitted: Int
    private nonisolated(unsafe) var above: [Place]  // reason: only the last owner changes it

    init(_ name: String, _ file: StaticString, _ line: UInt, above: [Place]) {
        self.name = name
        self.file = file
        self.line = line
        self.above = above
        omitted = 0
    }

    private init(omitting count: Int) {
        name = ""
        file = ""
        line = 0
        above = []
        omitted = count
    }

    // One place after the other, so that the release of a long chain takes no stack.
    deinit {
        var rest = above
        above = []
        while var place = rest.popLast() {
            guard isKnownUniquelyReferenced(&place) else { continue }
            rest += place.above
            place.above = []
        }
    }

    /// Returns `places`, then `others`, at most eight.
    ///
    /// If there are more, the last element stands for the number of the others. The limit keeps the
    /// memory of a chain linear in its length when each of its parts has a name.
    @usableFromInline
    static func joining(_ places: [Place], _ others: [Place]) -> [Place] {
        let all = places + others
        guard all.count > limit else { return all }
        let named = all.filter { $0.omitted == 0 }
        let rest = named.dropFirst(limit).count + all.reduce(0) { $0 + min($1.omitted, 1 << 32) }
        return named.prefix(limit) + (rest > 0 ? [Place(omitting: rest)] : [])
    }

    /// The chain, nearest place first: `page (Feed/Walk.swift:31) ← request (Host.swift:20)`.
    ///
    /// After 32 places, `…` stands for the rest.
    @usableFromInline
    var description: String {
        var text = ""
        var count = 0
        // The pieces that remain to be written, the next piece last: a long chain takes no stack.
        var rest = [Piece.place(self)]
        while let piece = rest.popLast() {
            switch piece {
            case .text(let piece): text += piece
            case .place where count == 32: text += "…"
            case .place(let place):
                count += 1
                text += place.own
                rest += place.piecesAbove.reversed()
            }
        }
        return text
    }

    private enum Piece {
        case text(String)
        case place(Place)
    }

    private var own: String {
        omitted == 0 ? "\(name) (\(file):\(line))" : "and \(omitted) more"
    }

    private var piecesAbove: [Piece] {
        guard let first = above.first else { return [] }
        if above.count == 1 { return [.text(" ← "), .place(first)] }
        let others = above.dropFirst().flatMap { [.text("; "), Piece.place($0)] }
        return [.text(" ← ["), .place(first)] + others + [.text("]")]
    }
}
