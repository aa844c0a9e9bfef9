/// The kind of use of a member, which decides what the report advises.
@frozen
public enum MemberAccess: Hashable, Sendable {
    /// The call of a method without a result.
    case call
    /// The read of a value: a property, a subscript, or the result of a method.
    case value
    /// The call of a method that throws.
    case attempt
    /// The call of an `async` method.
    case suspension
    /// The call of a method that returns a signal.
    case signal
    /// The assignment of a property or a subscript.
    case write
    /// The creation of an instance.
    case construction
    /// The release of the last reference.
    case release
}
