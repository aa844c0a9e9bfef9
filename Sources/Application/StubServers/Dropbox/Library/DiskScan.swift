import DurableFiles
import Foundation

/// The content of the served folder: regular files and folders, found without following links.
struct DiskScan {
    /// Relative paths with a leading slash; a folder has no file.
    var entries: [(path: String, file: ServedFile?)] = []
    /// The number of names that cannot be opened because they are not UTF-8.
    var hiddenCount = 0

    init(root: String) {
        visit(root, relative: "")
    }

    /// Collects the entries of `folder`.
    ///
    /// Symbolic links are skipped, so that only files below the root are served.
    private mutating func visit(_ folder: String, relative: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names.sorted() {
            let path = folder + "/" + name
            guard let status = FileStatus(path: path) else {
                hiddenCount += 1
                continue
            }
            switch status.kind {
            case .folder:
                entries.append((relative + "/" + name, nil))
                visit(path, relative: relative + "/" + name)
            case .regular:
                entries.append((relative + "/" + name, ServedFile(path: path, status: status)))
            case .other:
                continue
            }
        }
    }
}

extension ServedFile {
    init(path: String, status: FileStatus) {
        self.init(
            path: path, size: Int(status.size), modified: Int(status.modified.seconds),
            nanoseconds: Int(status.modified.nanoseconds), device: status.device,
            inode: status.inode, isLinked: status.linkCount > 1)
    }
}
