/// Replaces a small file in one step: it has its old content or its new, never a part of either.
public enum DurableFile {
    /// Writes `bytes` to a temporary beside `path` and renames it over `path`.
    ///
    /// A symbolic link at `path` is replaced, not followed; a temporary left by an error is removed.
    ///
    /// - Parameters:
    ///   - bytes: The new content.
    ///   - path: The file, in a folder that exists.
    ///   - mode: Its permission bits, further narrowed by the process's umask; there is no moment
    ///     at which the file is readable by more.
    ///   - durability: What has to survive a power cut.
    /// - Throws: `DurableFileError`; the old file, if any, is then untouched, unless the folder's
    ///   flush was what failed: then the new file is there, but may not survive a power cut.
    ///
    /// Blocks on the disk; may be called on any scheduler.
    public static func write(
        _ bytes: some Collection<UInt8>, to path: String, mode: UInt32 = 0o600,
        durability: Durability = .full
    ) throws(DurableFileError) {
        let (folder, name) = try DurableFolder.locate(path)
        try folder.write(bytes, named: name, mode: mode, durability: durability)
    }
}
