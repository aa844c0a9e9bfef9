import DurableFiles
import Foundation
package import PhotoFeed

/// A folder of sidecar files, which are written beside originals or in a folder of their own.
///
/// ```swift
/// let folder = try SidecarFolder(path: "/photos")
/// print(try folder.write(item, account: "ada", at: layout.path(of: item, account: "ada")))
/// ```
///
/// A sidecar has the name of the file with `.xmp` at its end. Only files that this program wrote,
/// and that no other program has changed since, are replaced. Files have the permissions 0600,
/// folders 0700, and no link below the folder is followed. Confined to one scheduler; every call
/// blocks on the disk.
package final class SidecarFolder {  // not @Schedulable: confined to the scheduler of its owner
    /// The result of writing a sidecar.
    package enum Outcome: Hashable, Sendable {
        case written
        /// The file has this content already.
        case unchanged
        /// Another program has made or changed the file, which stays as it is.
        case kept
    }

    static let fileExtension = ".xmp"
    private static let unfinishedExtension = ".xmp-new"
    /// The age from which on an unfinished file is one that a killed run has left.
    private static let unfinishedAge = Duration.seconds(86_400)
    /// The largest size of a file that can be a sidecar of this program.
    private static let limit = 1 << 20

    private let path: String
    private let root: DurableFolder
    /// The folders whose unfinished files were removed.
    private var swept: Set<String> = []
    private var lastFolder: (components: [String], folder: DurableFolder)?

    /// Opens the folder at `path`, and creates it if it is missing.
    package init(path: String) throws(FeedError) {
        root = try OriginalsErrors.mapping(path) { try DurableFolder(creating: path) }
        self.path = path
    }

    /// Writes the sidecar of an item whose original has a path below the folder.
    ///
    /// If the sidecar of another photo has the name, it gets `~` and digits of the identifier, the
    /// same in each run.
    ///
    /// - Parameter path: the components of the path of the original, each a safe name.
    package func write(
        _ item: FeedItem, account: String, at path: [String]
    ) throws(FeedError) -> Outcome {
        let mark = SidecarMark(item.node.id, account: account)
        let file = mark.file(XMPPacket(item, account: account))
        let folder = try folder(path.dropLast().map(Self.folderName))
        let name = path.last ?? "_"
        for candidate in Self.names(for: name, mark) {
            switch try content(candidate, in: folder) {
            case .missing: return try create(candidate, file, in: folder)
            case .foreign: return .kept
            case .ours(let content, let found):
                guard found == nil || found == mark else { continue }
                guard content != file else { return .unchanged }
                return try replace(candidate, content, file, in: folder)
            }
        }
        return .kept
    }

    /// A folder never has the name of a sidecar.
    private static func folderName(_ name: String) -> String {
        let end = name.lowercased().utf8.suffix(fileExtension.utf8.count)
        return end.elementsEqual(fileExtension.utf8) ? SafeName.adding("~", to: name) : name
    }

    /// The names that a sidecar can have; the first one that no other photo has is used.
    private static func names(for name: String, _ mark: SidecarMark) -> [String] {
        [0, 8, 32].map { count in
            let suffix = count == 0 ? "" : "~" + mark.id.prefix(count)
            let limit = 255 - fileExtension.utf8.count - suffix.utf8.count
            return SafeName.adding(suffix, to: SafeName.component(name, limit: limit))
                + fileExtension
        }
    }

    /// The file at a name.
    private enum Content {
        case missing
        /// The bytes, and the mark, which an empty file does not have.
        case ours([UInt8], SidecarMark?)
        case foreign
    }

    private func content(_ name: String, in folder: DurableFolder) throws(FeedError) -> Content {
        do throws(DurableFileError) {
            let bytes = try folder.read(name, limit: Self.limit)
            // A power cut may leave an empty file.
            if bytes.isEmpty { return .ours(bytes, nil) }
            return SidecarMark.of(bytes).map { .ours(bytes, $0) } ?? .foreign
        } catch {
            switch error.code {
            case .notFound: return .missing
            case .notRegularFile, .unexpectedLength, .isFolder: return .foreign
            default: throw FeedError(error, originalsAt: path)
            }
        }
    }

    /// Writes a new file; with a link, since a rename would replace a file that has just appeared.
    private func create(
        _ name: String, _ file: [UInt8], in folder: DurableFolder
    ) throws(FeedError) -> Outcome {
        sweep(folder)
        return try OriginalsErrors.mapping(path) {
            // A name of its own: two programs may write the same sidecar at once.
            let hidden = "." + UUID().uuidString + Self.unfinishedExtension
            try folder.write(file, named: hidden, durability: .atomic)
            defer { try? folder.remove(hidden) }
            return try folder.link(hidden, to: name, in: folder) ? .written : .kept
        }
    }

    private func replace(
        _ name: String, _ former: [UInt8], _ file: [UInt8], in folder: DurableFolder
    ) throws(FeedError) -> Outcome {
        sweep(folder)
        return try OriginalsErrors.mapping(path) {
            var writer = try folder.writer(named: name, durability: .atomic)
            try writer.write(file)
            // As late as possible: another program may have changed the file meanwhile.
            guard try folder.read(name, limit: Self.limit) == former else {
                writer.discard()
                return .kept
            }
            try writer.commit()
            return .written
        }
    }

    /// Removes the unfinished files that killed runs have left in a folder, once for each folder.
    ///
    /// A file that stays is removed by a later run.
    private func sweep(_ folder: DurableFolder) {
        guard swept.insert(folder.path).inserted else { return }
        _ = try? folder.sweep(olderThan: Self.unfinishedAge)
        let latest = Int64(Date().timeIntervalSince1970) - Self.unfinishedAge.components.seconds
        var names: [String] = []
        try? folder.forEachName { names.append($0) }
        for name in names where Self.isUnfinished(name) {
            guard let status = FileStatus(path: folder.descriptorPath + "/" + name),
                status.kind == .regular, status.modified.seconds <= latest
            else { continue }
            try? folder.remove(name)
        }
    }

    /// Whether a name is one that `create` gives a file before its own.
    private static func isUnfinished(_ name: String) -> Bool {
        let end = unfinishedExtension.utf8
        guard name.utf8.first == UInt8(ascii: "."),
            name.utf8.suffix(end.count).elementsEqual(end)
        else { return false }
        let digits = Array("0123456789ABCDEFabcdef-".utf8)
        let token = name.utf8.dropFirst().dropLast(end.count)
        // Former versions of the program used digits without hyphens.
        return [32, 36].contains(token.count) && token.allSatisfy(digits.contains)
    }

    private func folder(_ components: [String]) throws(FeedError) -> DurableFolder {
        if let lastFolder, lastFolder.components == components { return lastFolder.folder }
        let folder = try OriginalsErrors.mapping(path) {
            var folder = root
            for component in components {
                folder = try folder.folder(named: component, creatingWith: 0o700)
            }
            return folder
        }
        lastFolder = (components, folder)
        return folder
    }
}
