public import BoundaryErrors

/// The faults of a table of events.
extension DeclarationFault.Code {
    /// Two types with the same name.
    public static let doubledName = Self("doubledName")
    /// A name with invalid syntax.
    public static let invalidName = Self("invalidName")
}
