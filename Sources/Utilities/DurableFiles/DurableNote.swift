#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A few lines beside a file about the temporary file that a writer kept for it, such as its name.
///
/// The note has a fixed hidden name, derived from the file's name, whose length is limited.
/// `DurableFolder.sweep` removes it together with the temporary file. A link or a pipe in its place
/// is not read. Every method blocks on the disk.
package struct DurableNote: Sendable {
    private static let limit = 4_096

    private let folder: DurableFolder
    private let name: String

    /// Creates the handle of the note beside the file at `path`, whose folder must exist.
    package init(beside path: String) throws(DurableFileError) {
        let (folder, name) = try DurableFolder.locate(path)
        self.folder = folder
        self.name = PartialName.note(for: name)
    }

    /// Reads the first 4,096 bytes of the note.
    ///
    /// - Throws: `.notFound` when it does not exist, or the system's error.
    package func read() throws(DurableFileError) -> [UInt8] {
        let descriptor = try folder.openFile(name, O_RDONLY | O_NONBLOCK)
        defer { POSIX.closeSilently(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.limit)
        let count = try POSIX.retry("read", folder.path(of: name)) {
            pread(descriptor, &bytes, bytes.count, 0)
        }
        return Array(bytes.prefix(count))
    }

    /// Replaces the note; the new content survives a power cut.
    package func write(_ bytes: some Collection<UInt8>) throws(DurableFileError) {
        try folder.write(bytes, named: name)
    }

    /// Removes the note; does nothing if it does not exist.
    package func remove() throws(DurableFileError) { try folder.remove(name) }
}
