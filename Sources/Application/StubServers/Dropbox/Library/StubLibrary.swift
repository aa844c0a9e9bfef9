import Foundation
import Scheduling

/// The library that the stub serves: its tree, the bytes of its files, and its change event.
///
/// Every method may be called on any thread.
final class StubLibrary: Sendable {
    let photos: GeneratedPhotoSource
    let disk = DiskReader()
    let notifier = StubChangeNotifier()
    private let root: String?
    private let state: Guarded<LibraryState>

    init(source: DropboxStubConfiguration.Source, photos: GeneratedPhotoSource) {
        var seed: UInt64 = 0
        var count = 0
        switch source {
        case .generated(let photos, let photoSeed):
            precondition(photos >= 0, "the number of photos must not be negative")
            (count, seed, root) = (photos, photoSeed, nil)
        case .folder(let url):
            root = url.standardizedFileURL.resolvingSymlinksInPath().path
        }
        self.photos = photos
        let generated = GeneratedLibrary(seed: seed, photoCount: count)
        state = Guarded(LibraryState(tree: LibraryTree(generated: generated)))
        rescan()
    }

    var servesFolder: Bool { root != nil }

    /// The number of entries of the served folder that are hidden from clients.
    var hiddenCount: Int { state.withLock { $0.hiddenCount } }

    /// A copy of the current tree; it does not show later changes.
    func snapshot() -> LibraryTree {
        state.withLock { $0.tree }
    }

    // MARK: Changes

    /// Adds a generated photo, or a file with `bytes`, and the missing folders above it.
    func addFile(_ path: String, name: String?, bytes: [UInt8]?) throws(ControlError) {
        try change { state throws(ControlError) in
            guard PathRules.isWellFormed(path) else { throw .malformedPath(path) }
            try state.makeParents(of: path)
            state.addFile(path, name: name, bytes: bytes)
        }
    }

    /// Adds generated photos to a folder, which is created if it is missing.
    ///
    /// The numbers in their names continue those of the library.
    func addPhotos(_ count: Int, to folder: String) throws(ControlError) {
        try change { state throws(ControlError) in
            guard PathRules.isWellFormed(folder) else { throw .malformedPath(folder) }
            try state.makeParents(of: folder + "/")
            for _ in 0..<count {
                let number = padded(String(state.nextPhoto), to: 7)
                state.addFile("\(folder)/IMG_\(number).jpg", name: nil, bytes: nil)
            }
        }
    }

    func addFolder(_ path: String) throws(ControlError) {
        try change { state throws(ControlError) in
            guard PathRules.isWellFormed(path) else { throw .malformedPath(path) }
            try state.makeParents(of: path)
            try state.makeFolder(path)
        }
    }

    /// Gives a file new bytes and a new revision; its id stays.
    func changeFile(_ path: String, bytes: [UInt8]?) throws(ControlError) {
        try change { state throws(ControlError) in
            guard case .file(let old)? = state.tree.node(atPath: path.lowercased()) else {
                throw .notFound(path)
            }
            let entry = state.takeEntry()
            let content: StubContent =
                switch (bytes, old.content) {
                case (let bytes?, _): .bytes(bytes)
                case (nil, .generated(let photo)):
                    .generated(GeneratedPhoto(number: photo.number, version: photo.version + 1))
                default: .generated(GeneratedPhoto(number: entry, version: 1))
                }
            state.tree.put(
                .file(
                    StubFile(
                        location: old.location, id: old.id, rev: LibraryState.rev(entry),
                        clientModified: old.clientModified, serverModified: state.time(of: entry),
                        content: content, media: old.media)))
        }
    }

    /// Forgets all revisions except the current ones.
    func forgetRevisions() { state.withLock { $0.tree.forgetRevisions() } }

    func delete(_ path: String) throws(ControlError) {
        try change { state throws(ControlError) in
            guard state.tree.remove(path.lowercased()) else { throw .notFound(path) }
        }
    }

    /// Moves a file, or a folder with all that is in it.
    ///
    /// Clients see a deletion at the old path, and an addition with the same ids at the new path.
    func move(_ path: String, to target: String) throws(ControlError) {
        try change { state throws(ControlError) in
            guard PathRules.isWellFormed(target) else { throw .malformedPath(target) }
            let (from, onto) = (path.lowercased(), target.lowercased())
            guard let node = state.tree.node(atPath: from) else { throw .notFound(path) }
            guard !PathRules.isInside(onto, folder: from) else { throw .malformedPath(target) }
            let inside = state.tree.subtree(of: from)
            guard from != onto else {
                state.tree.put(state.moved(node, to: StubPath(path: target)), reported: false)
                return
            }
            try state.makeParents(of: target)
            _ = state.tree.remove(from)
            state.tree.put(state.moved(node, to: StubPath(path: target)))
            for child in inside {
                let tail = child.location.pathDisplay.utf8.dropFirst(path.utf8.count)
                let location = StubPath(path: target + (String(tail) ?? ""))
                state.tree.put(state.moved(child, to: location))
            }
        }
    }

    /// Scans the served folder again, and applies its changes.
    ///
    /// Cost: one `lstat` for each file; nothing for a generated library.
    func rescan() {
        guard let root else { return }
        let scan = DiskScan(root: root)
        let (gone, changed) = state.withLock { state in
            var gone: [ServedFile] = []
            var found: [String: ServedFile?] = [:]
            let count = state.tree.journal.count
            state.hiddenCount = scan.hiddenCount
            for (path, file) in scan.entries {
                // Dropbox treats names as equal that differ only in case or in the form of accents.
                if found[path.lowercased()] == nil {
                    found[path.lowercased()] = file
                } else {
                    state.hiddenCount += 1
                }
            }
            for (path, file) in state.scanned where found[path] != file {
                gone += [file].compactMap { $0 }
                if found[path] == nil {
                    _ = state.tree.remove(path)
                }
            }
            for (path, file) in scan.entries
            where state.scanned[path.lowercased()] != .some(file)
                && found[path.lowercased()] == .some(file)
            {
                state.enter(path, file)
            }
            state.scanned = found
            return (gone, state.tree.journal.count > count)
        }
        gone.forEach(disk.forget)
        if changed {
            notifier.notify()
        }
    }

    private func change(
        _ body: (inout LibraryState) throws(ControlError) -> Void
    ) throws(ControlError) {
        try state.withLock { state throws(ControlError) in try body(&state) }
        notifier.notify()
    }

    // MARK: Contents

    /// The size and true `content_hash`; the hash is `nil` if a file on the disk has just changed.
    func measure(_ content: StubContent) -> (size: Int, hash: String?) {
        switch content {
        case .generated(let photo):
            let (size, hash) = photos.measure(photo)
            return (size, hash)
        case .bytes(let bytes): return (bytes.count, ContentHasher.of(bytes))
        case .disk(let file): return (file.size, disk.hash(of: file))
        }
    }

    /// The bytes of a file; `nil` if it no longer exists.
    ///
    /// For a file on the disk, these are the first `limit` bytes.
    func bytes(of content: StubContent, upTo limit: Int = .max) -> [UInt8]? {
        switch content {
        case .generated(let photo): photos.bytes(of: photo)
        case .bytes(let bytes): bytes
        case .disk(let file): disk.bytes(of: file, upTo: limit)
        }
    }
}
