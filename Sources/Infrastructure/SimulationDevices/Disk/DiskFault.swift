/// A fault of a simulated disk, at one call.
public enum DiskFault: Hashable, Sendable, CaseIterable {
    /// Only a part of the bytes is written.
    case shortWrite
    /// The disk is full: the bytes are not written, or the file is not created.
    case full
    /// The bytes are not flushed.
    case failedSync
    /// The medium cannot write the bytes.
    case failedWrite
}

/// The quality of a simulated disk; the seed chooses within these limits.
public struct DiskConditions: Sendable {
    /// The faults from which the seed chooses.
    public var faults: [DiskFault] = []
    /// The number of calls, two or more, of which one has a fault on average.
    public var faultInterval = 50
    /// The largest number of faults that the seed chooses in a run.
    public var faultLimit = Int.max

    /// Creates a disk without faults.
    public init() {}

    /// Returns a disk on which one of `interval` calls has a fault of any kind.
    public static func faulty(every interval: Int, atMost limit: Int) -> DiskConditions {
        var conditions = DiskConditions()
        conditions.faults = DiskFault.allCases
        conditions.faultInterval = interval
        conditions.faultLimit = limit
        return conditions
    }
}
