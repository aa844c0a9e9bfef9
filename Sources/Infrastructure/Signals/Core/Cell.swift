/// A variable that several closures of one operator share.
@usableFromInline
final class Cell<Content> {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    // Confinement rules conflicting accesses out.
    @exclusivity(unchecked) @usableFromInline var content: Content

    @inlinable
    init(_ content: Content) { self.content = content }
}

/// What a caller's code changes in place, value by value.
///
/// Unlike a cell it is checked for conflicting accesses: that code may have its own source send, and would go on with what
/// has been changed behind its back.
@usableFromInline
final class Accumulator<Content> {
    @usableFromInline var content: Content

    @inlinable
    init(_ content: Content) { self.content = content }

    /// Makes the content anew from the former one, which is kept until the caller has passed the new one on.
    @inlinable
    func update(_ next: (Content) -> Content) -> (former: Content, current: Content) {
        Self.update(&content, next)
    }

    @inlinable
    static func update(
        _ content: inout Content, _ next: (Content) -> Content
    ) -> (former: Content, current: Content) {
        let former = content
        content = next(former)
        return (former, content)
    }
}
