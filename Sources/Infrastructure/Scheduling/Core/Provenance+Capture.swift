public import CScheduling

extension Provenance {
    /// Returns the provenance of work that is posted at this line; `nil` where recording is off.
    ///
    /// In release builds, recording is off unless it is requested.
    @inlinable
    public static func capture(_ file: StaticString, _ line: UInt) -> Provenance? {
        cs_get_recorded() == 0 ? nil : record(file, line)
    }

    @usableFromInline
    static func record(_ file: StaticString, _ line: UInt) -> Provenance? {
        let frame = CurrentScheduler.frame
        let parent = frame?.pointee.provenance
        let recorded = TraceOptions.current
        return Provenance(
            file: file, line: line, parent: parent?.shortened(to: rememberedParents),
            postedAt: recorded.contains(.times) ? .monotonicNow : nil,
            // unsafe, _withUnsafeGuaranteedRef: the scheduler that runs now holds it
            scheduler: frame?.pointee.instrumentation?._withUnsafeGuaranteedRef { $0.number })
    }
}
