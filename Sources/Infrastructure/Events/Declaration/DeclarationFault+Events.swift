public import BoundaryErrors

/// The faults of a table of events.
extension DeclarationFault.Code {
    /// Two types of one name.
    public static let doubledName = Self("doubledName")
    /// A name that breaks the syntax.
    public static let invalidName = Self("invalidName")
}
