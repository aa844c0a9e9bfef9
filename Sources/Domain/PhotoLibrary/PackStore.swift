/// The place of the packs of a library: a folder, or another store of bytes.
///
/// The database names each thumbnail by the number of a pack and a range of it, and no file. So it
/// can be read where the packs are in another place than the database.
///
/// A number belongs to one pack, and the bytes of a range that the database names never change,
/// except after a power cut or damage, which the checksums detect. A store keeps this rule while
/// one process writes and others read.
package protocol PackStore: AnyObject {
    /// Writes the pictures after the valid bytes of their pack.
    func write(_ append: PackAppend) throws
    /// Makes the bytes of a pack survive a power cut.
    func synchronize(_ number: Int64) throws
    /// Reads a thumbnail; `nil` if its bytes are missing or damaged.
    func read(_ range: PackRange) throws -> [UInt8]?
    /// Returns the status of a pack; `nil` if it does not exist.
    func status(of number: Int64) throws -> PackStatus?
    /// Removes a pack.
    func remove(_ number: Int64) throws
    /// Removes the packs that are not in `known`, such as those of an interrupted compaction.
    func removeAll(except known: Set<Int64>) throws
    /// The number of bytes that can be added; used for large copies only.
    func availableSpace() throws -> Int64
}

/// The length of a pack, and the time of its last change.
package struct PackStatus: Equatable {
    let length: Int64
    /// Nanoseconds since 1970.
    let modified: Int64

    package init(length: Int64, modified: Int64) {
        self.length = length
        self.modified = modified
    }
}
