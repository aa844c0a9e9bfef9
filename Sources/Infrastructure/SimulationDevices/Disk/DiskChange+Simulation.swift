import DurableFiles

extension DiskFile: CustomStringConvertible {
    /// The path, if the system tells it.
    package var description: String {
        switch self {
        case .descriptor(let descriptor): DiskFile.path(of: descriptor) ?? "a file"
        case .path(let path): path
        }
    }
}

extension DiskChange: CustomStringConvertible {
    package var description: String {
        switch self {
        case .write(let file, let offset, let bytes):
            "write \(bytes.count) bytes at \(offset) of \(file)"
        case .truncate(let file, let length): "change the length of \(file) to \(length)"
        case .synchronize(let file): "flush \(file)"
        case .create(let path): "create \(path)"
        case .createFolder(let path): "create the folder \(path)"
        case .rename(let old, let new): "rename \(old) to \(new)"
        case .remove(let path): "remove \(path)"
        }
    }
}

extension DiskChange {
    /// Whether the change separates what a crash leaves from what it may lose.
    var isBoundary: Bool {
        switch self {
        case .synchronize, .rename, .remove: true
        case .write, .truncate, .create, .createFolder: false
        }
    }
}
