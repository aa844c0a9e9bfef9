public import BoundaryErrors

/// One fault of a plan, with the place that caused it.
public struct PlanFault: Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault; new codes may be added.
    public struct Code: ErrorCode {
        /// The code's name.
        public let name: String

        /// Creates the code named `name`.
        public init(_ name: String) { self.name = name }

        /// No module binds a key that is needed.
        public static let missing = Code("missing")
        /// A key is bound twice.
        public static let duplicate = Code("duplicate")
        /// Services need each other in a cycle.
        public static let cycle = Code("cycle")
        /// A service needs one of a narrower scope.
        public static let scope = Code("scope")
        /// A service needs one of another scheduler directly.
        public static let scheduler = Code("scheduler")
        /// A role has no scheduler, or not the one that the service requires.
        public static let role = Code("role")
        /// An ability reported the fault (`ServicePlan.report`).
        public static let ability = Code("ability")
    }

    /// The kind of fault.
    public let code: Code
    /// The fault in one sentence.
    public let message: String
    /// The module that the line belongs to.
    public let module: String
    /// The file of the binding or need, as `Module/File.swift`.
    public let file: String
    /// The line of the binding or need.
    public let line: UInt

    init(_ code: Code, _ message: String, at place: PlanPlace) {
        self.code = code
        self.message = message
        module = place.module
        file = place.file
        line = place.line
    }

    /// The place and the message in one line.
    public var description: String { "\(file):\(line): \(module): \(message)" }
}

// not a BoundaryError: a list of faults, each with a code and a place of its own
/// All faults of a plan; no factory has run.
public struct PlanError: Error, Hashable, CustomStringConvertible {
    /// The faults, in the order of their files and lines.
    public let faults: [PlanFault]

    /// The number of faults, and one line for each.
    public var description: String {
        let heading = faults.count == 1 ? "1 fault" : "\(faults.count) faults"
        return (["the plan of the services has \(heading):"] + faults.map { "  \($0)" })
            .joined(separator: "\n")
    }
}
