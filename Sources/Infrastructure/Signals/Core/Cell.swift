/// A variable that several closures of one operator share.
@usableFromInline
final class Cell<Content> {
    // Confinement rules conflicting accesses out.
    @exclusivity(unchecked) @usableFromInline var content: Content

    @inlinable
    init(_ content: Content) { self.content = content }
}
