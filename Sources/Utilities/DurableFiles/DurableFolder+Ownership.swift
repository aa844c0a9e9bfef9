#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folders that the program keeps for itself, such as that of a library.
///
/// A folder of the program's own belongs to this user or to the administrator, and no other user
/// can write into it. Otherwise another user could replace a file between its check and its use.
/// Each one that the program opens passes `requireOwnership`. A folder that its user chooses, and
/// may share, such as that of the originals, needs no check; those that the program keeps inside it
/// do.
extension DurableFolder {
    /// The bits with which others could change the names in a folder.
    package static let writeBits: UInt32 = 0o022
    /// The users to whom a folder of the program's own may belong.
    package static var owners: Set<UInt32> { [geteuid(), 0] }

    /// Opens a folder of the program's own by its path, and creates it if it does not exist.
    ///
    /// - Throws: as `init(creating:)`; `.exposed` if another user could change its content.
    package convenience init(own path: String) throws(DurableFileError) {
        try self.init(creating: path)
        try requireOwnership()
    }

    /// Opens a folder of the program's own in this one; a symbolic link is rejected.
    ///
    /// - Parameters:
    ///   - name: a plain name.
    ///   - isCreated: whether it is created unless it exists.
    /// - Throws: as `folder(named:)`; `.exposed` if another user could change its content.
    package func ownFolder(
        named name: String, creating isCreated: Bool = true
    ) throws(DurableFileError) -> DurableFolder {
        let folder = try folder(named: name, creatingWith: isCreated ? 0o700 : nil)
        try folder.requireOwnership()
        return folder
    }

    /// Checks that no other user can change the names in the folder.
    ///
    /// - Throws: `.exposed`.
    package func requireOwnership() throws(DurableFileError) {
        try require(forbidding: Self.writeBits, owners: Self.owners)
    }

    /// Checks that the folder belongs to this user, without permissions for others.
    ///
    /// - Throws: `.exposed`.
    package func requirePrivacy() throws(DurableFileError) {
        try require(forbidding: 0o077, owners: [geteuid()])
    }

    private func require(
        forbidding permissions: UInt32, owners: Set<UInt32>
    ) throws(DurableFileError) {
        try POSIX.require(
            try POSIX.status(of: descriptor, path: path), path, forbidding: permissions,
            owners: owners)
    }
}

extension POSIX {
    /// Checks the owner and the permissions of an open file or folder.
    static func require(
        _ status: stat, _ path: String, forbidding permissions: UInt32, owners: Set<UInt32>
    ) throws(DurableFileError) {
        let status = FileStatus(status)
        let reason: String
        switch status.exposure(forbidding: permissions, owners: owners) {
        case nil: return
        case .foreignOwner: reason = "it belongs to another user (\(status.owner))"
        case .openToOthers where permissions == DurableFolder.writeBits:
            reason = "other users can write into it"
        case .openToOthers: reason = "other users have access to it"
        }
        throw DurableFileError(.exposed, path: path, operation: "use", reason: reason)
    }
}
