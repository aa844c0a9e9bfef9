/// A fault in the declarations of a program's modules, with the line that caused it.
///
/// Services, routes and events are declared by modules, and checked together before any of them is
/// used. Each target that checks declarations adds codes of its own:
///
/// ```swift
/// extension DeclarationFault.Code {
///     /// Two albums have one title.
///     static let doubledTitle = Self("doubledTitle")
/// }
/// ```
public struct DeclarationFault: Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public struct Code: ErrorCode {
        /// The code's name.
        public let name: String

        /// Creates the code named `name`.
        public init(_ name: String) { self.name = name }
    }

    /// The kind of fault.
    public let code: Code
    /// The fault in one sentence.
    public let message: String
    /// The declaration that caused it.
    public let place: DeclarationPlace

    /// Creates the fault of the declaration at `place`.
    public init(_ code: Code, _ message: String, at place: DeclarationPlace) {
        self.code = code
        self.message = message
        self.place = place
    }

    /// The source line, the module and the message in one line.
    public var description: String { "\(place): \(place.module): \(message)" }
}

/// The source line of a declaration, with the module that it belongs to.
public struct DeclarationPlace: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The name of the module.
    public let module: String
    /// The file, as `Module/File.swift`.
    public let file: String
    /// The line in the file.
    public let line: UInt

    /// Creates the place of a declaration of `module`.
    public init(module: String, file: StaticString, line: UInt) {
        self.module = module
        self.file = "\(file)"
        self.line = line
    }

    /// The file and the line.
    public var description: String { "\(file):\(line)" }

    /// The order of the files, lines and modules.
    public static func < (left: Self, right: Self) -> Bool {
        (left.file, left.line, left.module) < (right.file, right.line, right.module)
    }
}

// not a BoundaryError: a list of faults, each with a code and a place of its own
/// All faults of the declarations of a program's modules.
///
/// ```text
/// the plan of the services has 2 faults:
///   Feed/FeedModule.swift:12: Feed: Host is bound already, at Web/WebModule.swift:9: …
///   Feed/FeedModule.swift:14: Feed: the module needs Clock, which no module binds
/// ```
public struct DeclarationError: Error, Hashable, CustomStringConvertible {
    /// The declarations that were checked, such as "the plan of the services".
    public let subject: String
    /// The faults, in the order of their source lines.
    public let faults: [DeclarationFault]

    /// Creates the error of the faults of `subject`; `nil` if there are none.
    public init?(in subject: String, _ faults: [DeclarationFault]) {
        if faults.isEmpty { return nil }
        self.subject = subject
        self.faults = faults.sorted { ($0.place, $0.message) < ($1.place, $1.message) }
    }

    /// The number of faults, and one line for each.
    public var description: String {
        let count = faults.count == 1 ? "1 fault" : "\(faults.count) faults"
        return (["\(subject) has \(count):"] + faults.map { "  \($0)" }).joined(separator: "\n")
    }
}
