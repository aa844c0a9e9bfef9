public import BoundaryErrors

/// The faults of a table of routes.
extension DeclarationFault.Code {
    /// Two handlers for one route.
    public static let doubledHandler = Self("doubledHandler")
    /// Two routes with the same address.
    public static let doubledAddress = Self("doubledAddress")
    /// An address that contradicts itself.
    public static let invalidAddress = Self("invalidAddress")
    /// Two modules with the same name.
    public static let doubledModule = Self("doubledModule")
}
