/// Replaces a small file in one step: it has its old or its new content, never a part of either.
package enum DurableFile {
    /// Writes `bytes` to a temporary file beside `path` and renames it to `path`.
    ///
    /// A symbolic link at `path` is replaced, not followed; after an error the temporary file is
    /// removed.
    ///
    /// - Parameters:
    ///   - bytes: the new content.
    ///   - path: the file, in a folder that exists.
    ///   - mode: its permission bits, further restricted by the process's umask; at no moment is
    ///     the file readable by others than these.
    ///   - durability: whether the content must survive a power cut.
    /// - Throws: `DurableFileError`. The old file, if any, is then unchanged, unless the flush of
    ///   the folder failed: then the new file is in place, but may not survive a power cut.
    ///
    /// Blocks on the disk; may be called on any scheduler.
    package static func write(
        _ bytes: some Collection<UInt8>, to path: String, mode: UInt32 = 0o600,
        durability: Durability = .full
    ) throws(DurableFileError) {
        let (folder, name) = try DurableFolder.locate(path)
        try folder.write(bytes, named: name, mode: mode, durability: durability)
    }
}
