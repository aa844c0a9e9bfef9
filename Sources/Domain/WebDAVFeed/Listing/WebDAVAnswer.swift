import PhotoFeed
import TextFormats

/// The members of one answer, as far as the listing needs them.
struct WebDAVAnswer {
    /// The folder that was asked for.
    let folder: String
    /// The folder as the answer describes it.
    var itself: WebDAVMember?
    /// Whether the answer says that the server has no such folder.
    var isMissing = false
    /// Whether the answer does not describe the folder itself, or is that for another one.
    var isDamaged = false
    /// Whether the server refuses to describe the folder itself.
    var isForbidden = false
    /// The members that are named and not described, so that the answer does not prove their
    /// absence.
    var undescribed: [WebDAVMember] = []
    /// The first address outside of the base; the name of its member is not known.
    var foreign: WebDAVForeignAddress?
    /// Whether the server has cut the answer, and continues it at the new token.
    var isCut = false
    /// The subfolders, in any order.
    var folders: [WebDAVMember] = []
    /// Whether the answer has files.
    var hasFiles = false
    /// The folders of which the answer has members.
    var parents: Set<ByteEqualString> = []
    /// The digest of what is directly in the folder.
    var near = WebDAVDigest()
    /// The digest of what is further below.
    var deep = WebDAVDigest()

    init(folder: String) { self.folder = folder }

    /// Whether the answer contains everything that it was asked for, so that it proves absence.
    var isComplete: Bool { isUsable && describesMembers }

    /// Whether the answer is that of the folder, is not cut, and does not contradict itself.
    ///
    /// It proves absence, except for the members that it does not describe.
    var isUsable: Bool { itself?.isFolder == true && !isMissing && !isDamaged && !isCut }

    /// Whether all members are described.
    var describesMembers: Bool { undescribed.isEmpty && foreign == nil }

    /// Whether the answer says that the server has no such folder, and nothing else.
    var deniesFolder: Bool {
        isMissing && itself == nil && !hasFiles && folders.isEmpty && !isDamaged && !isCut
            && describesMembers
    }

    /// Whether `member` lies below the folder; takes note of the folder itself.
    mutating func accepts(_ member: WebDAVMember, isDeep: Bool) -> Bool {
        guard member.path != folder else {
            if member.status == 507 {
                isCut = true
            } else if member.isDescribed {
                itself = member
            } else if member.status == 404, !isDeep {
                isMissing = true
            } else {
                isDamaged = true
                isForbidden = member.status == 403
            }
            return false
        }
        guard WebDAVPath.isBelow(folder, member.path) else {
            // It is the answer for another folder, which a redirect has led to.
            isDamaged = true
            return false
        }
        return isDeep || WebDAVPath.parent(of: member.path) == folder
    }

    mutating func add(_ member: WebDAVMember) {
        let parent = WebDAVPath.parent(of: member.path)
        if member.isFolder { folders.append(member) } else { hasFiles = true }
        if parent == folder { near.insert(member) } else { deep.insert(member) }
        parents.insert(ByteEqualString(parent))
    }

    /// The subfolders of which the answer has no members, the first one last.
    var leaves: [String] {
        folders.map(\.path).filter { !parents.contains(ByteEqualString($0)) }
            .sorted(by: WebDAVPath.isAfter)
    }

    private var name: String { folder.isEmpty ? "the folder of the account" : folder }

    /// The parts of the folder that the answer leaves out, with the reasons.
    var omissions: [(path: String, error: FeedError)] {
        undescribed.map { ($0.path, Self.omission(of: $0)) }
            + (foreign.map { [(folder, $0.error(in: name))] } ?? [])
    }

    private static func omission(of member: WebDAVMember) -> FeedError {
        guard let status = member.status else {
            return FeedError(
                .malformedAnswer, "\(member.path): the server names it, and does not describe it")
        }
        return FeedError(
            status == 403 ? .permissionMissing : .malformedAnswer,
            "\(member.path): the server answered \(status) for it",
            advice: status == 403 ? WebDAVFailure.adviceForForbidden : nil)
    }

    /// The error of a folder that the server does not have.
    var missing: FeedError {
        FeedError(
            .folderNotFound,
            folder.isEmpty
                ? "the server does not find \(name)" : "the server has no folder \(name)")
    }

    /// The error of an answer that proves no absence.
    var incomplete: FeedError {
        if isUsable, let omission = omissions.first { return omission.error }
        if let foreign { return foreign.error(in: name) }
        if isDamaged {
            return FeedError(
                isForbidden ? .permissionMissing : .malformedAnswer,
                "\(name): the server does not describe it",
                advice: isForbidden ? WebDAVFailure.adviceForForbidden : nil)
        }
        let fault =
            if isMissing, itself != nil {
                "contradicts itself"
            } else {
                isCut ? "is cut" : "does not contain this folder"
            }
        return FeedError(.malformedAnswer, "\(name): the server's answer \(fault)")
    }
}

/// Paths below the base: empty, or names that each follow a slash.
enum WebDAVPath {
    static func parent(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
    }

    static func isBelow(_ folder: String, _ path: String) -> Bool {
        path.utf8.count > folder.utf8.count && path.utf8.starts(with: folder.utf8)
            && path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/")
    }

    /// Whether `first` comes after `second` in the order of bytes, which no locale changes.
    static func isAfter(_ first: String, _ second: String) -> Bool {
        second.utf8.lexicographicallyPrecedes(first.utf8)
    }

    /// Returns the folders from `root` to `path`, with both; `root` alone if it is not above.
    static func folders(from root: String, to path: String) -> [String] {
        var folders: [String] = []
        var path = path
        while isBelow(root, path) {
            folders.append(path)
            path = parent(of: path)
        }
        return [root] + folders.reversed()
    }
}
