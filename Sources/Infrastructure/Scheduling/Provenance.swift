public import CScheduling

/// Where a piece of work was posted from, and the work that posted it, four generations back.
public final class Provenance: Sendable {
    /// The file that posted the work, as `Module/File.swift`.
    public let file: StaticString
    /// The line that posted the work.
    public let line: UInt
    /// The work during which this work was posted; `nil` for the eldest that is remembered.
    public let parent: Provenance?
    /// When it was posted; `nil` unless a ledger, metrics or a watchdog ask for times.
    public let postedAt: SchedulerInstant?
    /// The track of the scheduler whose work posted it, in a trace; `nil` where times are not recorded.
    let track: UInt64?

    private init(
        file: StaticString, line: UInt, parent: Provenance?, postedAt: SchedulerInstant?,
        track: UInt64?
    ) {
        self.file = file
        self.line = line
        self.parent = parent
        self.postedAt = postedAt
        self.track = track
    }

    /// How many postings a chain remembers besides its own.
    public static let rememberedParents = 4

    /// The provenance of work posted here and now; `nil` where recording is off, as it is in release builds unless asked for.
    @inlinable
    public static func here(_ file: StaticString, _ line: UInt) -> Provenance? {
        cs_get_recorded() == 0 ? nil : record(file, line)
    }

    @usableFromInline
    static func record(_ file: StaticString, _ line: UInt) -> Provenance? {
        let frame = CurrentScheduler.frame
        let parent = frame?.pointee.provenance
        let recorded = Recording.current
        return Provenance(
            file: file, line: line, parent: parent?.shortened(to: rememberedParents),
            postedAt: recorded.contains(.times) ? .monotonicNow : nil,
            // unsafe, _withUnsafeGuaranteedRef: the scheduler, which runs now, holds its journal
            track: frame?.pointee.journal?._withUnsafeGuaranteedRef { $0.track })
    }

    private func shortened(to generations: Int) -> Provenance? {
        guard generations > 0 else { return nil }
        guard let parent else { return self }
        let kept = parent.shortened(to: generations - 1)
        if kept === parent { return self }
        return Provenance(file: file, line: line, parent: kept, postedAt: postedAt, track: track)
    }
}

extension Provenance: CustomStringConvertible {
    /// The chain in one line, the youngest first: `Feed/Presenter.swift:12 < App/main.swift:3`.
    public var description: String {
        let place = "\(file):\(line)"
        return parent.map { "\(place) < \($0)" } ?? place
    }
}
