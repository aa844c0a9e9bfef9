#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A few lines beside a file about the temporary that a writer for it kept: its name above all.
///
/// The note has a hidden name of ours, the same each time, which fits however long the file's own
/// is; `DurableFolder.sweep` takes it as it takes the temporary. No link and no pipe in its place
/// is read. Every method blocks on the disk.
package struct DurableNote: Sendable {
    private static let limit = 4_096

    private let folder: DurableFolder
    private let name: String

    /// The note beside the file at `path`, whose folder must exist.
    package init(beside path: String) throws(DurableFileError) {
        let (folder, name) = try DurableFolder.locate(path)
        self.folder = folder
        self.name = PartialName.note(for: name)
    }

    /// Reads its first 4,096 bytes.
    ///
    /// - Throws: `.notFound` when there is none, or what the system reports.
    package func read() throws(DurableFileError) -> [UInt8] {
        let descriptor = try POSIX.open(name, in: folder, O_RDONLY | O_NONBLOCK)
        defer { POSIX.closeSilently(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.limit)
        let count = try POSIX.retry("read", folder.path(of: name)) {
            pread(descriptor, &bytes, bytes.count, 0)
        }
        return Array(bytes.prefix(count))
    }

    /// Replaces it; it survives a power cut.
    package func write(_ bytes: some Collection<UInt8>) throws(DurableFileError) {
        try folder.write(bytes, named: name)
    }

    /// Removes it; one that is not there is no error.
    package func remove() throws(DurableFileError) { try folder.remove(name) }
}
