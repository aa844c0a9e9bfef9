import Foundation

/// The content of the served folder: regular files and folders, found without following links.
struct DiskScan {
    /// Relative paths with a leading slash; a folder has no file.
    var entries: [(path: String, file: DiskFile?)] = []
    /// The number of names that cannot be opened because they are not UTF-8.
    var leftOut = 0

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
            var status = stat()
            guard lstat(path, &status) == 0 else {
                leftOut += 1
                continue
            }
            switch status.st_mode & S_IFMT {
            case S_IFDIR:
                entries.append((relative + "/" + name, nil))
                visit(path, relative: relative + "/" + name)
            case S_IFREG:
                entries.append((relative + "/" + name, DiskFile(path: path, status: status)))
            default:
                continue
            }
        }
    }
}

extension DiskFile {
    init(path: String, status: stat) {
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        self.init(
            path: path, size: Int(status.st_size), modified: Int(time.tv_sec),
            nanoseconds: Int(time.tv_nsec), device: UInt64(truncatingIfNeeded: status.st_dev),
            inode: UInt64(status.st_ino), isLinked: status.st_nlink > 1)
    }
}
