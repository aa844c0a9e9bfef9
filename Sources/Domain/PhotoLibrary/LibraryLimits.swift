/// The limits of a library's files and of its journal.
package struct LibraryLimits: Sendable {
    /// The length in bytes at which a pack is full: about 10,000 pictures, which are checked in
    /// less than a second.
    package var pack: Int64 = 256 << 20
    /// The number of bytes that a run copies to release the space of others, so that no run takes
    /// much longer than another.
    package var compaction: Int64 = 512 << 20
    /// The age in seconds beyond which pages of the journal become a part of the first state.
    var journalAge: Int64 = 366 * 86_400
    /// The number of entries of the journal beyond which the oldest pages do, each of some 300
    /// bytes.
    var journalEntries: Int64 = 100_000

    package init() {}
}
