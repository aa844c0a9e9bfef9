import DurableFiles
import Foundation
import PhotoFeed

/// The content of the path of an original, for a verification.
enum ExaminedPath {
    case missing
    /// Something other than a regular file.
    case notAFile
    /// Something that cannot be opened, with its status if the system tells it.
    case unreadable(ReadFailure, FileStatus?)
    /// An open file, which is read next.
    case file(OriginalExamination)
}

extension OriginalsFolder {
    /// Opens the file at a path for a verification, without following a link.
    ///
    /// - Throws: `.libraryUnusable` if a folder on the way is a link; an error that does not
    ///   concern this file alone, such as too many open files.
    func examine(_ path: String) throws(FeedError) -> ExaminedPath {
        let place: (folder: DurableFolder, name: String)
        do throws(DurableFileError) {
            place = try find(path, creating: false)
        } catch {
            switch error.code {
            case .notFound: return .missing
            case .notPermitted, .mediumFailure, .system:
                return .unreadable(ReadFailure(error.systemError), nil)
            default: throw Self.refusal(error, path)
            }
        }
        let file = place.folder.descriptorPath + "/" + place.name
        guard let status = FileStatus(path: file) else {
            let number = errno
            return number == ENOENT ? .missing : .unreadable(ReadFailure(number), nil)
        }
        guard status.kind == .regular else { return .notAFile }
        let descriptor = open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: return .missing
            case ELOOP, ENXIO: return .notAFile
            case EMFILE, ENFILE: throw Self.failure(errno, "read", "\(self.path)/\(path)")
            default: return .unreadable(ReadFailure(errno), status)
            }
        }
        guard let opened = OriginalExamination(descriptor) else { return .notAFile }
        return .file(opened)
    }

    /// Returns the bytes at `range` of the file at a path.
    ///
    /// - Throws: `ReadFailure` if the file does not have them, or cannot be read.
    func bytes(of path: String, in range: Range<Int64>) throws(ReadFailure) -> [UInt8] {
        let place: (folder: DurableFolder, name: String)
        do throws(DurableFileError) {
            place = try find(path, creating: false)
        } catch {
            throw ReadFailure(error.systemError)
        }
        let descriptor = open(
            place.folder.descriptorPath + "/" + place.name,
            O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw ReadFailure(errno) }
        defer { _ = close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: range.count)
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                DiskModels.read(
                    descriptor, at: range.lowerBound + Int64(filled),
                    into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw count == 0 ? .ofChange : ReadFailure(errno) }
            filled += count
        }
        return bytes
    }
}
