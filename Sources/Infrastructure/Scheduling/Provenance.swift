import CScheduling

/// Where a piece of work was posted from, and the work that posted it, four generations back.
public final class Provenance: Sendable {
    /// The file that posted the work, as `Module/File.swift`.
    public let file: StaticString
    /// The line that posted the work.
    public let line: UInt
    /// The work during which this work was posted; `nil` for the eldest that is remembered.
    public let parent: Provenance?

    private init(file: StaticString, line: UInt, parent: Provenance?) {
        self.file = file
        self.line = line
        self.parent = parent
    }

    /// How many postings a chain remembers besides its own.
    public static let rememberedParents = 4

    /// The provenance of work posted here and now; `nil` where recording is off, which is the case in release builds.
    public static func here(_ file: StaticString, _ line: UInt) -> Provenance? {
        #if DEBUG
            let parent = CurrentScheduler.frame?.pointee.item?.pointee.provenance
            return Provenance(file: file, line: line, parent: parent?.shortened(to: rememberedParents))
        #else
            return nil
        #endif
    }

    private func shortened(to generations: Int) -> Provenance? {
        guard generations > 0 else { return nil }
        guard let parent else { return self }
        let kept = parent.shortened(to: generations - 1)
        return kept === parent ? self : Provenance(file: file, line: line, parent: kept)
    }
}
