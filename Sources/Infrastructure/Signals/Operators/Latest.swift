/// The latest value of one source, if any.
@usableFromInline
final class Latest<Value> {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @exclusivity(unchecked) @usableFromInline var content: Value?

    @inlinable
    init() {}

    /// The value; read only when all sources have one.
    @inlinable
    var value: Value {
        guard let content else {
            preconditionFailure("a value was requested before it was available")
        }
        return content
    }
}
