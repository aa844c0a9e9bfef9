import DurableFiles
import Foundation
import Scheduling
import WebServer

/// Reads files of the served folder, and caches their hashes as long as the files are unchanged.
final class DiskReader: Sendable {
    private let hashes = Guarded<[ServedFile: String]>([:])

    private static let chunkSize = 64 * 1024

    /// The file's `content_hash`; `nil` if the file was changed or removed since the scan.
    func hash(of file: ServedFile) -> String? {
        if let hash = hashes.withLock({ $0[file] }) { return hash }
        guard let handle = open(file) else { return nil }
        defer { try? handle.close() }
        var hash = ContentHasher()
        var count = 0
        while let chunk = try? handle.read(upToCount: 1 << 20), !chunk.isEmpty {
            chunk.withUnsafeBytes { hash.update($0) }
            count += chunk.count
        }
        guard count == file.size else { return nil }
        let text = hash.finalize()
        hashes.withLock { $0[file] = text }
        return text
    }

    func isHashed(_ file: ServedFile) -> Bool {
        hashes.withLock { $0[file] != nil }
    }

    func forget(_ file: ServedFile) {
        hashes.withLock { $0[file] = nil }
    }

    /// The file's first bytes; `nil` if the file was changed or removed since the scan.
    func bytes(of file: ServedFile, upTo limit: Int = .max) -> [UInt8]? {
        guard let handle = open(file) else { return nil }
        defer { try? handle.close() }
        return try? [UInt8](handle.read(upToCount: min(limit, file.size)) ?? Data())
    }

    /// The file as the body of a response, read while it is sent.
    ///
    /// The connection is cut if the file was changed or removed since the scan.
    func body(of file: ServedFile) -> WebBody {
        WebBody(length: file.size) { range, writer in
            guard let handle = self.open(file) else { return }
            defer { try? handle.close() }
            try handle.seek(toOffset: UInt64(range.lowerBound))
            var rest = range.count
            while rest > 0 {
                guard let chunk = try handle.read(upToCount: min(rest, Self.chunkSize)),
                    !chunk.isEmpty
                else { return }
                try await writer.write(chunk)
                rest -= chunk.count
            }
        }
    }

    /// Whether the file is unchanged since the scan.
    func isPresent(_ file: ServedFile) -> Bool { open(file) != nil }

    /// Opens the file if it is unchanged since the scan; a link in its place is refused.
    func open(_ file: ServedFile) -> FileHandle? {
        let descriptor = Foundation.open(file.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard let status = FileStatus(descriptor: descriptor),
            ServedFile(path: file.path, status: status) == file
        else {
            close(descriptor)
            return nil
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}
