public import Scheduling

/// A value that is used and released on its scheduler only.
///
/// The last reference to this box may be released anywhere.
@usableFromInline
final class IsolatedBox<Content>: @unchecked Sendable {  // reason: used on its scheduler only
    private let scheduler: any Scheduler
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @exclusivity(unchecked) private var content: Content?

    @usableFromInline
    init(_ content: Content, of scheduler: any Scheduler) {
        self.content = content
        self.scheduler = scheduler
    }

    deinit { scheduler.release(content.take()) }

    /// The content, for code on its scheduler; `nil` once it has been dropped.
    @usableFromInline
    var contentOnScheduler: Content? { content }

    /// Releases the content; called on its scheduler.
    @usableFromInline
    func drop() { content = nil }
}
