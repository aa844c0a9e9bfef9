/// The source line that posted a work item, with the chain of work that led to it.
public final class Provenance: Sendable {
    /// The file that posted the work, as `Module/File.swift`.
    public let file: StaticString
    /// The line that posted the work.
    public let line: UInt
    /// The provenance of the work that posted this work.
    ///
    /// `nil` where it was posted outside of recorded work, and at the end of the kept chain.
    public let parent: Provenance?
    /// The moment of posting; `nil` unless a recorder, metrics or a watchdog records times.
    public let postedAt: SchedulerInstant?
    /// The number of the scheduler whose work posted it; `nil` where times are not recorded.
    package let scheduler: UInt64?

    init(
        file: StaticString, line: UInt, parent: Provenance?, postedAt: SchedulerInstant?,
        scheduler: UInt64?
    ) {
        self.file = file
        self.line = line
        self.parent = parent
        self.postedAt = postedAt
        self.scheduler = scheduler
    }

    /// The number of earlier posts that a chain keeps in addition to its own.
    public static let rememberedParents = 4

    /// Returns the newest `generations` links of the chain; `nil` for none.
    func shortened(to generations: Int) -> Provenance? {
        guard generations > 0 else { return nil }
        guard let parent else { return self }
        let kept = parent.shortened(to: generations - 1)
        if kept === parent { return self }
        return Provenance(
            file: file, line: line, parent: kept, postedAt: postedAt, scheduler: scheduler)
    }
}

extension Provenance: CustomStringConvertible {
    /// The chain in one line, newest first: `Feed/Presenter.swift:12 < App/main.swift:3`.
    public var description: String {
        let place = "\(file):\(line)"
        return parent.map { "\(place) < \($0)" } ?? place
    }
}
