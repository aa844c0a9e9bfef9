public import Scheduling

/// A value that belongs to a scheduler: it is touched there only, and released there, wherever the
/// last reference to this box dies.
@usableFromInline
final class Resident<Content>: @unchecked Sendable {  // reason: used at home only
    private let scheduler: any Scheduler
    @exclusivity(unchecked) private var content: Content?

    @usableFromInline
    init(_ content: Content, of scheduler: any Scheduler) {
        self.content = content
        self.scheduler = scheduler
    }

    deinit {
        guard content != nil, !scheduler.isCurrent else { return }
        let shell = Shell<Content>()
        swap(&shell.content, &content)
        scheduler.schedule { shell.content = nil }
    }

    /// The content, for its scheduler; `nil` once it has been dropped.
    @usableFromInline
    var here: Content? { content }

    /// Releases the content; called on its scheduler.
    @usableFromInline
    func drop() { content = nil }

    /// Carries the content home; it is emptied there, so that it does not matter who frees the shell.
    private final class Shell<Moved>: @unchecked Sendable {  // reason: emptied at home
        var content: Moved?
    }
}
