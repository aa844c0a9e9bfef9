/// The content and the abilities of a `WebDAVStub`.
package struct WebDAVStubConfiguration: Sendable {
    /// The tag of a folder.
    package enum FolderTags: String, Sendable, CaseIterable {
        /// Folders have no tags, as those of nginx.
        case none
        /// The tag changes with the members of the folder, as that of Apache.
        case members
        /// The tag changes with everything below the folder, as that of Nextcloud.
        case everythingBelow
        /// The tag never changes, which no server should do.
        case constant
    }

    /// The abilities of the server.
    package struct Abilities: Sendable {
        /// The tags of folders.
        package var folderTags = FolderTags.everythingBelow
        /// Whether files have tags.
        package var tagsFiles = true
        /// Whether a tag is in quotation marks in a `PROPFIND` answer; it always is in a header.
        package var quotesTags = true
        /// Whether one answer may contain everything below a folder.
        package var allowsInfinity = false
        /// Whether the server reports the changes since a token (RFC 6578).
        package var reportsChanges = false
        /// Whether files have identifiers (`oc:fileid`), which survive a move.
        package var hasFileIDs = true
        /// Whether the server sends pictures of files in a smaller form, as Nextcloud does.
        package var hasPreviews = true
        /// Whether the server has the digests of files (`oc:checksums`).
        package var hasChecksums = false
        /// Whether the server sends parts of files.
        package var sendsRanges = true
        /// Whether an `href` is a complete address.
        package var sendsAddresses = false
        /// Whether the server names itself and its folders to everybody, as Nextcloud does.
        package var identifiesItself = true
        /// Whether a listing has the lengths of files.
        package var statesLengths = true
        /// The folders that the server does not list (403).
        package var forbiddenFolders: Set<String> = []

        /// The abilities of a Nextcloud server.
        package static let nextcloud = Abilities()
        /// The abilities of a server that has nothing beyond RFC 4918.
        package static let plain = Abilities(
            folderTags: .none, allowsInfinity: true, hasFileIDs: false, hasPreviews: false)

        /// Creates abilities; those of a Nextcloud server, unless others are given.
        package init(
            folderTags: FolderTags = .everythingBelow, allowsInfinity: Bool = false,
            reportsChanges: Bool = false, hasFileIDs: Bool = true, hasPreviews: Bool = true
        ) {
            self.folderTags = folderTags
            self.allowsInfinity = allowsInfinity
            self.reportsChanges = reportsChanges
            self.hasFileIDs = hasFileIDs
            self.hasPreviews = hasPreviews
            identifiesItself = hasPreviews
        }
    }

    /// The number of generated photos at the start; there are 100 in a folder.
    package var photos: Int
    /// The seed of the generated photos.
    package var seed: UInt64 = 1
    /// Whether the generated photos are pictures.
    package var drawsPhotos = true
    /// The port on 127.0.0.1; 0 selects a free one.
    package var port = 0
    /// The path of the folder of the account.
    package var path = "/remote.php/dav/files/ada"
    /// The user name; `nil` accepts every one.
    package var user: String?
    /// The app password; `nil` accepts every one.
    package var password: String?
    /// The abilities of the server.
    package var abilities = Abilities.nextcloud
    /// Whether the stub accepts `/control/…`.
    package var allowsControl = false

    /// Serves `photos` generated photos on any free port, and accepts every password.
    package init(photos: Int) { self.photos = photos }
}
