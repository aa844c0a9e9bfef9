/// A line of marbles: one character for each tick of time.
///
/// ```
/// --1-(23)-|      1 at tick 2, 2 and 3 at tick 4, completion at tick 6
/// --1--x          failure at tick 5
/// --1--           no end
/// --1--^          disposal at tick 5, for the observer
/// ```
///
/// `-` is a tick without an event; characters in parentheses share one tick; blanks are ignored.
public struct Marbles: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// An event at a tick.
    public enum Mark: Hashable, Sendable {
        /// A value, represented by its character.
        case value(Character)
        /// The completion.
        case completed
        /// The failure.
        case failed
        /// The observer's disposal.
        case disposed
    }

    /// The marks with their ticks, in order.
    public let marks: [(tick: Int, mark: Mark)]
    /// The line as it was written.
    public let description: String

    /// Reads a line; traps when it is not a valid line of marbles.
    public init(stringLiteral line: String) {
        self.init(line)
    }

    /// Reads a line; traps when it is not a valid line of marbles.
    public init(_ line: String) {
        var marks: [(tick: Int, mark: Mark)] = []
        var tick = 0
        var isGroup = false
        for character in line where character != " " {
            switch character {
            case "-": break
            case "(":
                precondition(!isGroup, "a group of marbles cannot contain another: \(line)")
                isGroup = true
            case ")":
                precondition(isGroup, "a group of marbles was closed but not opened: \(line)")
                isGroup = false
            case "|": marks.append((tick, .completed))
            case "x": marks.append((tick, .failed))
            case "^": marks.append((tick, .disposed))
            default: marks.append((tick, .value(character)))
            }
            if !isGroup { tick += 1 }
        }
        precondition(!isGroup, "a group of marbles was not closed: \(line)")
        self.marks = marks
        description = line
    }

    /// Creates a line with these marks.
    public init(marks: [(tick: Int, mark: Mark)]) {
        self.marks = marks
        description = Self.line(marks)
    }

    /// Whether both lines have the same marks at the same ticks.
    public static func == (lhs: Marbles, rhs: Marbles) -> Bool {
        lhs.marks.elementsEqual(rhs.marks) { $0.tick == $1.tick && $0.mark == $1.mark }
    }

    /// Feeds the marks and their ticks to `hasher`.
    public func hash(into hasher: inout Hasher) {
        for (tick, mark) in marks {
            hasher.combine(tick)
            hasher.combine(mark)
        }
    }

    private static func line(_ marks: [(tick: Int, mark: Mark)]) -> String {
        var line = ""
        var next = 0
        for tick in Set(marks.map(\.tick)).sorted() {
            line += String(repeating: "-", count: tick - next)
            let group = String(marks.filter { $0.tick == tick }.map(\.mark.character))
            line += group.count == 1 ? group : "(\(group))"
            next = tick + 1
        }
        return line
    }
}

extension Marbles.Mark {
    var character: Character {
        switch self {
        case .value(let character): character
        case .completed: "|"
        case .failed: "x"
        case .disposed: "^"
        }
    }
}

/// The failure that an `x` among marbles represents.
public struct MarbleFailure: Error, Hashable {  // not a BoundaryError: a marble of a test
    /// Creates the failure.
    public init() {}
}
