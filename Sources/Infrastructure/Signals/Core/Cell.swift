/// A variable that several closures of one operator share.
///
/// It is not an `IsolatedBox`: its closures stay on one scheduler, so it needs no scheduler of its
/// own to be released on.
@usableFromInline
final class Cell<Content> {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    // Confinement rules conflicting accesses out.
    @exclusivity(unchecked) @usableFromInline var content: Content

    @inlinable
    init(_ content: Content) { self.content = content }
}

/// A value that a caller's code changes in place, once per value of the signal.
///
/// Unlike a cell, it is checked for conflicting accesses. The caller's code may make its own source
/// send, and would then continue with a value that a nested call has changed.
@usableFromInline
final class Accumulator<Content> {
    @usableFromInline var content: Content

    @inlinable
    init(_ content: Content) { self.content = content }

    /// Makes the content from the former one.
    ///
    /// The former one is kept until the caller has passed the new one on.
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
