import DurableFiles
import Persistence
import PhotoFeed

/// The transfer of an original and what is known of its file, as a row.
@Model("original")
struct OriginalRow: Hashable {
    /// The identifier of the file at the server.
    @PrimaryKey let id: String
    /// The path of the file in the account, as the server identifies it.
    var pathKey: String
    /// The path for display.
    var display: String
    var revision: String
    var size: Int64
    var contentHash: [UInt8]?
    /// The path below the folder of the originals.
    var path: String
    /// The path that the layout demands; `path` differs from it if that was taken.
    var layoutPath: String
    var state: TransferState
    /// The SHA-256 digests of the blocks of the file, 32 bytes for each; `nil` before it is done.
    var blocks: [UInt8]?
    /// The time of the file's last change when it was put in place, in nanoseconds since 1970.
    var modified: Int64?
    /// The number of successive attempts that failed.
    var attempts: Int64
    /// The reason of the last failure; of a file in place, what the last verification has found.
    var failure: String?
    /// The time of the last verification, in seconds since 1970; 0 if there was none.
    var verified: Int64
}

/// The state of an original and what is known of its file, as a row without the digests.
@Model("original")
struct OriginalStateRow {
    @PrimaryKey let id: String
    let state: TransferState
    let failure: String?

    /// The verdict of the last verification about the file; `nil` if it was good.
    var verdict: OriginalVerdict? { failure.flatMap(OriginalVerdict.init(rawValue:)) }
}

/// A rename of an original that has begun, as a row.
@Model("rename")
struct OriginalRename {
    @PrimaryKey let id: String
    /// The new path below the folder of the originals, and the one that the layout demands.
    let path: String
    let layoutPath: String
}

/// The choice of originals of a library, as a row.
@Model("choice")
struct ChoiceRow {
    @PrimaryKey let one: Int64
    let folder: String
    let layout: String
    let since: Int64?
    let kind: String?
    /// The patterns, one after another, each ended by NUL.
    let included: String
    let excluded: String
    let byteLimit: Int64?
    let fileTime: String
}

extension OriginalRow {
    init(_ item: FeedItem, path: String, layoutPath: String) {
        id = item.node.id.rawValue
        pathKey = item.node.pathKey
        display = item.displayPath
        revision = item.node.revision
        size = item.node.size
        contentHash = item.node.contentHash.map { $0.withBytes { Array($0) } }
        self.path = path
        self.layoutPath = layoutPath
        state = .waiting
        attempts = 0
        verified = 0
    }

    /// Creates the row of a file that was moved; its place on the disk is that of `former`.
    init(_ node: MediaNode, of former: OriginalRow) {
        id = node.id.rawValue
        pathKey = node.pathKey
        display = former.display
        revision = former.revision
        size = former.size
        contentHash = former.contentHash
        path = former.path
        layoutPath = former.layoutPath
        state = former.state
        blocks = former.blocks
        modified = former.modified
        attempts = former.attempts
        failure = former.failure
        verified = former.verified
    }

    /// The version of the file at the server.
    var version: OriginalVersion {
        OriginalVersion(
            id: NodeID(rawValue: id), pathKey: pathKey, revision: revision, size: size,
            contentHash: hash)
    }

    var hash: ContentHash? { contentHash.flatMap { $0.withUnsafeBytes { ContentHash(bytes: $0) } } }

    /// Takes the place and the revision that the server lists for the content of the row.
    ///
    /// Downloads and repairs ask for them: a server without identifiers has no file at the former
    /// path, and another one drops former revisions after some time.
    ///
    /// - Returns: whether one of them is new.
    mutating func follow(_ item: FeedItem) -> Bool {
        let former = [pathKey, display, revision]
        (pathKey, display, revision) = (
            item.node.pathKey, item.displayPath, item.node.revision
        )
        // Servers distinguish the Unicode forms of a name, so bytes are compared.
        return !zip(former, [pathKey, display, revision])
            .allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }

    /// Whether the paths below the folder are those of another row; they differ by their bytes.
    func hasPaths(of other: OriginalRow) -> Bool {
        path.utf8.elementsEqual(other.path.utf8)
            && layoutPath.utf8.elementsEqual(other.layoutPath.utf8)
    }

    /// Notes that the file is in place, with the digests of its blocks and the time of its last
    /// change.
    mutating func finish(_ blocks: [UInt8], modified: Int64) {
        state = state.after(.finish) ?? .done
        self.blocks = blocks
        self.modified = modified
        attempts = 0
        failure = nil
    }

    /// Whether the server still has the content of the row.
    func hasContent(of node: MediaNode) -> Bool {
        ContentHash.areEqual(hash, node.contentHash) ?? (revision == node.revision)
    }
}

extension ChoiceRow {
    init(_ choice: OriginalsChoice) {
        one = 1
        folder = choice.folder
        layout = choice.layout.text
        since = choice.since?.secondsSinceEpoch
        kind = choice.kind?.rawValue
        included = Self.joined(choice.included)
        excluded = Self.joined(choice.excluded)
        byteLimit = choice.byteLimit
        fileTime = choice.fileTime.rawValue
    }

    var choice: OriginalsChoice? {
        guard let layout = try? OriginalLayout(layout) else { return nil }
        return OriginalsChoice(
            folder: folder, layout: layout,
            since: since.map { FeedTime(secondsSinceEpoch: $0) },
            kind: kind.flatMap { MediaInfo.Kind(rawValue: $0) }, included: Self.parts(included),
            excluded: Self.parts(excluded), byteLimit: byteLimit,
            fileTime: OriginalsChoice.FileTime(rawValue: fileTime) ?? .modified)
    }

    private static func joined(_ patterns: [PathPattern]) -> String {
        patterns.map { $0.text + "\0" }.joined()
    }

    private static func parts(_ text: String) -> [PathPattern] {
        text.split(separator: "\0").map { PathPattern(String($0)) }
    }
}
