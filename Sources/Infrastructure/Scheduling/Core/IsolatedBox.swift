/// A value that is used and released on its scheduler only.
///
/// The last reference to the box may be released anywhere. The box is for one value that is there
/// from the beginning. Code that is on its scheduler and posts work there needs none
/// (`scheduleConfined(after:)`).
@usableFromInline
package final class IsolatedBox<Content>: @unchecked Sendable {  // used on its scheduler only
    private let scheduler: any Scheduler
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @usableFromInline @exclusivity(unchecked) var content: Content?

    /// Creates a box for a value of `scheduler`.
    @usableFromInline
    package init(_ content: Content, of scheduler: any Scheduler) {
        self.content = content
        self.scheduler = scheduler
    }

    deinit { scheduler.release(content.take()) }

    /// The content, for code on its scheduler; `nil` once it has been dropped.
    @inlinable package var contentOnScheduler: Content? { content }

    /// Releases the content; called on its scheduler.
    ///
    /// The release may call this again, and then finds no content.
    @usableFromInline
    package func drop() { _ = content.take() }
}
