/// A place in the sources at which a signal was named, and the named places above it.
@usableFromInline
final class Place: CustomStringConvertible, Sendable {
    private let name: String
    private let file: StaticString
    private let line: UInt
    private nonisolated(unsafe) var above: [Place]  // reason: only the last owner changes it

    init(_ name: String, _ file: StaticString, _ line: UInt, above: [Place]) {
        self.name = name
        self.file = file
        self.line = line
        self.above = above
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

    /// The chain, nearest place first: `page (Feed/Walk.swift:31) ← request (Host.swift:20)`.
    @usableFromInline
    var description: String {
        let own = "\(name) (\(file):\(line))"
        switch above.count {
        case 0: return own
        case 1: return "\(own) ← \(above[0])"
        default: return "\(own) ← [\(above.map(\.description).joined(separator: "; "))]"
        }
    }
}
