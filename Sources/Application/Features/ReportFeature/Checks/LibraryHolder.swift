import DurableFiles
import Foundation

/// The process that holds a library for writing.
///
/// It is found without touching the lock: a lock that is tested by taking it would stop a run that
/// begins at this moment.
enum LibraryHolder {
    /// Returns the text by which the holder has named itself; `nil` without a holder, and if this
    /// process is the holder.
    ///
    /// The kernel's list of locks exists on Linux only. It names the locks that this process may
    /// see. Blocks on the disk.
    ///
    /// - Parameter path: the path of the library's folder.
    static func name(ofLibraryAt path: String) -> String? {
        guard let lock = FileStatus(path: path + "/lock") else { return nil }
        // The list can change while it is read in parts, so a reading can miss a line.
        let isHeld = (0..<10).contains { _ in
            guard let list = FileManager.default.contents(atPath: "/proc/locks") else {
                return false
            }
            return isLocked(
                lock, in: String(decoding: list, as: UTF8.self),
                except: ProcessInfo.processInfo.processIdentifier)
        }
        guard isHeld else { return nil }
        let text = FileManager.default.contents(atPath: path + "/holder")
        return text.map { String(decoding: $0.prefix(200), as: UTF8.self) } ?? "another run"
    }

    /// Whether the kernel's list has a lock of a file by another process than `own`.
    ///
    /// A line is `1: FLOCK  ADVISORY  WRITE 713 fd:01:1573 0 EOF`: the process, the device in
    /// hexadecimal digits, and the number of the file on it.
    static func isLocked(_ file: FileStatus, in list: String, except own: Int32) -> Bool {
        let major = file.device >> 8 & 0xfff | file.device >> 32 & ~0xfff
        let minor = file.device & 0xff | file.device >> 12 & ~0xff
        func digits(_ number: UInt64) -> String {
            let text = String(number, radix: 16)
            return text.count < 2 ? "0" + text : text
        }
        let place = "\(digits(major)):\(digits(minor)):\(file.inode)"
        return list.split(separator: "\n").contains { line in
            let fields = line.split(separator: " ")
            return fields.contains("FLOCK") && fields.contains { $0 == place }
                && !fields.contains { $0 == "\(own)" }
        }
    }
}
