import Foundation
package import PhotoFeed
import Scheduling

/// A photo service in memory, with other properties than most services.
///
/// Paths are case-sensitive and the only identifiers. The service has change tags instead of a list
/// of changes, and no thumbnails. It accepts one user with a password. No network is used.
package final class MemoryService: Sendable {
    /// The content of the account.
    package let tree = ScriptedTree()
    private let requests = Guarded(0)
    private let account: (user: String, password: String)
    private let pageSize: Int

    /// Creates a service with an empty account.
    package init(user: String = "ada", password: String = "right", pageSize: Int = 3) {
        account = (user, password)
        self.pageSize = pageSize
    }

    /// The credential of the account.
    package var credential: FeedCredential {
        FeedCredential(user: account.user, password: account.password)
    }

    /// The number of requests that the fetchers have sent so far.
    package var requestCount: Int { requests.withLock { $0 } }

    /// Returns the account of `credential`, as the answer to a request.
    func account(of credential: FeedCredential) throws(FeedError) -> FeedAccount {
        requests.withLock { $0 += 1 }
        guard case .password(account.password, user: account.user) = credential.content else {
            throw FeedError(.passwordRefused, "the user name or the password is wrong")
        }
        return FeedAccount(rawValue: account.user)
    }

    /// Returns the page at `position`, as the answer to a request.
    func page(at position: MemoryPosition, _ credential: FeedCredential) throws(FeedError)
        -> FeedPage
    {
        _ = try account(of: credential)
        let (files, folders) = (tree.files, tree.folderTags)
        guard let tag = folders[position.folder] else {
            throw FeedError(.folderNotFound, "the server has no folder \(position.folder)")
        }
        guard position.tag == nil || position.tag == tag else {
            throw FeedError(.cursorReset, "the content has changed")
        }
        let paths =
            position.isEnd
            ? []
            : (Array(files.keys) + folders.keys)
                .filter { $0.hasPrefix(position.folder + "/") && $0 > position.after }.sorted()
        let page = paths.prefix(pageSize)
        let hasMore = page.count < paths.count
        let next = MemoryPosition(
            folder: position.folder, tag: tag, after: page.last ?? position.after, isEnd: !hasMore)
        return FeedPage(
            changes: page.map { path in Self.change(path, files[path]) }, cursor: next.cursor,
            hasMore: hasMore)
    }

    private static func change(_ path: String, _ file: ScriptedTree.File?) -> NodeChange {
        let name = String(path.split(separator: "/").last ?? "")
        guard let file else {
            return .folder(FolderNode(id: NodeID(rawValue: path), name: name, pathKey: path))
        }
        guard MediaFormats.isMedia(name) else { return .otherFile(pathKey: path) }
        return .media(
            MediaNode(
                id: NodeID(rawValue: path), name: name, pathKey: path, pathDisplay: path,
                revision: "\(file.tag)", size: Int64(file.content), clientModified: file.modified,
                serverModified: file.modified, hasThumbnailFormat: true))
    }
}

/// A position in the history of a folder: before, in or after the listing of one tag.
struct MemoryPosition {
    let folder: String
    /// The tag of the folder; `nil` for the current one.
    let tag: Int?
    /// The path of the last entry that was listed.
    let after: String
    /// Whether the listing is complete.
    let isEnd: Bool

    init(folder: String, tag: Int?, after: String, isEnd: Bool) {
        (self.folder, self.tag, self.after, self.isEnd) = (folder, tag, after, isEnd)
    }

    /// Creates the position of a start of `NodeFetcher`; `nil` for a cursor of another server.
    init?(_ start: FeedStart) {
        switch start {
        case .beginning(let folder):
            self.init(folder: folder == "/" ? "" : folder, tag: nil, after: "", isEnd: false)
        case .cursor(let cursor):
            let parts = cursor.rawValue.components(separatedBy: "\n")
            guard parts.count == 4, let tag = Int(parts[0]) else { return nil }
            self.init(folder: parts[2], tag: tag, after: parts[3], isEnd: parts[1] == "end")
        }
    }

    /// The cursor of the position.
    var cursor: FeedCursor {
        FeedCursor(rawValue: "\(tag ?? 0)\n\(isEnd ? "end" : "listing")\n\(folder)\n\(after)")
    }
}
