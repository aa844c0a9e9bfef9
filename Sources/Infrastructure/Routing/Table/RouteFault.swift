/// A fault of a table of routes.
public struct RouteFault: Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Kind: Hashable, Sendable {
        /// Two handlers for one route.
        case doubledHandler
        /// Two routes with the same address.
        case doubledAddress
        /// An address that contradicts itself.
        case invalidAddress
        /// Two modules with the same name.
        case doubledModule
    }

    /// The kind of fault.
    public let kind: Kind
    /// The name of the module.
    public let module: String
    /// The fault in one sentence.
    public let message: String
    /// The file of the registration.
    public let file: StaticString
    /// The line of the registration.
    public let line: UInt

    /// The fault with its module and its source line.
    public var description: String { "\(file):\(line): module \(module): \(message)" }
}

// not a BoundaryError: a list of faults, each with a code and a place of its own
/// All faults of a table of routes.
public struct RouteTableError: Error, CustomStringConvertible {
    /// The faults, in the order of the table.
    public let faults: [RouteFault]

    /// One line for each fault.
    public var description: String {
        faults.map(\.description).joined(separator: "\n")
    }
}
