public import Scheduling

/// A value that belongs to a scheduler: it is touched there only, and released there, wherever the
/// last reference to this box dies.
@usableFromInline
final class Resident<Content>: @unchecked Sendable {  // reason: used at home only
    private let scheduler: any Scheduler
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @exclusivity(unchecked) private var content: Content?

    @usableFromInline
    init(_ content: Content, of scheduler: any Scheduler) {
        self.content = content
        self.scheduler = scheduler
    }

    deinit { scheduler.release(content.take()) }

    /// The content, for its scheduler; `nil` once it has been dropped.
    @usableFromInline
    var here: Content? { content }

    /// Releases the content; called on its scheduler.
    @usableFromInline
    func drop() { content = nil }
}
