import CSQLite
import DurableFiles
import Foundation
import SQLitePersistence
import Scheduling

/// The files of SQLite on a thread with a model of the disk, which decides on their changes.
///
/// A thread without a model uses SQLite's own functions.
package enum ModelledFiles {
    private struct File: @unchecked Sendable {  // the functions never change
        let path: String
        /// The functions of SQLite for files of this kind.
        let original: UnsafePointer<sqlite3_io_methods>
        /// Whether the first flush also flushes the name, as SQLite does for a new log.
        var flushesName: Bool
    }

    /// The functions that ask the model, by those that they call.
    ///
    /// SQLite has a table for files with locks, which are databases, and another one for logs.
    private static let replacements = Guarded([UInt: Replacement]())
    private struct Replacement: @unchecked Sendable {  // they never change
        let methods: UnsafePointer<sqlite3_io_methods>
    }

    private static let files = Guarded([FileKey: File]())

    /// The address of an open file.
    private struct FileKey: Hashable {
        let bits: UInt
        init(_ file: UnsafeMutablePointer<sqlite3_file>?) { bits = UInt(bitPattern: file) }
    }

    /// Makes the databases that are opened from now on ask the model of the thread.
    package static func install() { installation }

    private static let installation: Void = {
        guard let vfs = sqlite3_vfs_find(NoFollowVFS.name) else {
            preconditionFailure("SQLite has not registered its VFS")
        }
        vfs.pointee.xOpen = { vfs, path, file, flags, result in
            ModelledFiles.open(vfs, path, file, flags, result)
        }
        vfs.pointee.xDelete = { vfs, path, flushesFolder in
            ModelledFiles.delete(vfs, path, flushesFolder)
        }
    }()

    /// SQLite's own VFS.
    private static var system: sqlite3_vfs? { sqlite3_vfs_find(nil)?.pointee }

    private static func open(
        _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ path: UnsafePointer<CChar>?,
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
        _ result: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        guard let open = system?.xOpen else { return SQLITE_CANTOPEN }
        guard let model = DiskModels.current, let path, let file else {
            return open(vfs, path, file, flags, result)
        }
        let name = absolute(path)
        let isNew = access(name, F_OK) != 0
        if flags & SQLITE_OPEN_CREATE != 0, isNew {
            if case .fail = model.decide(on: .create(name)) { return SQLITE_CANTOPEN }
        }
        let code = open(vfs, path, file, flags, result)
        guard code == SQLITE_OK, let methods = file.pointee.pMethods else { return code }
        file.pointee.pMethods = replacement(of: methods)
        let isLog = flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL) != 0
        files.withLock {
            $0[FileKey(file)] = File(path: name, original: methods, flushesName: isNew && isLog)
        }
        return code
    }

    private static func delete(
        _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ path: UnsafePointer<CChar>?,
        _ flushesFolder: Int32
    ) -> Int32 {
        guard let delete = system?.xDelete else { return failedRemoval }
        if let model = DiskModels.current, let path {
            let name = absolute(path)
            if case .fail = model.decide(on: .remove(name)) { return failedRemoval }
            if flushesFolder != 0 { _ = model.decide(on: .synchronize(.path(folder(of: name)))) }
        }
        return delete(vfs, path, flushesFolder)
    }

    /// Returns the table of functions that ask the model, which is made once.
    private static func replacement(
        of original: UnsafePointer<sqlite3_io_methods>
    ) -> UnsafePointer<sqlite3_io_methods> {
        replacements.withLock { replacements -> Replacement in
            let key = UInt(bitPattern: original)
            if let known = replacements[key] { return known }
            let replaced = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
            replaced.initialize(to: original.pointee)
            replaced.pointee.xWrite = { file, bytes, count, offset in
                ModelledFiles.write(file, bytes, count, offset)
            }
            replaced.pointee.xTruncate = { file, length in
                ModelledFiles.truncate(file, length)
            }
            replaced.pointee.xSync = { file, flags in ModelledFiles.synchronize(file, flags) }
            replaced.pointee.xClose = { file in ModelledFiles.close(file) }
            let made = Replacement(methods: UnsafePointer(replaced))
            replacements[key] = made
            return made
        }.methods
    }

    private static func file(_ file: UnsafeMutablePointer<sqlite3_file>?) -> File? {
        files.withLock { $0[FileKey(file)] }
    }

    private static func write(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeRawPointer?, _ count: Int32,
        _ offset: Int64
    ) -> Int32 {
        guard let known = self.file(file), let write = known.original.pointee.xWrite else {
            return SQLITE_IOERR
        }
        guard let model = DiskModels.current else { return write(file, bytes, count, offset) }
        let all = UnsafeRawBufferPointer(start: bytes, count: Int(count))
        switch model.decide(on: .write(.path(known.path), at: offset, all)) {
        case .proceed: return write(file, bytes, count, offset)
        case .write(let part):
            let code = write(file, bytes, Int32(part), offset)
            return code == SQLITE_OK ? SQLITE_FULL : code
        case .skip: return SQLITE_OK
        case .fail(let number): return number == ENOSPC ? SQLITE_FULL : failedWrite
        }
    }

    private static func truncate(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ length: Int64
    ) -> Int32 {
        guard let known = self.file(file), let truncate = known.original.pointee.xTruncate else {
            return SQLITE_IOERR
        }
        if let model = DiskModels.current,
            case .fail = model.decide(on: .truncate(.path(known.path), to: length))
        {
            return failedTruncation
        }
        return truncate(file, length)
    }

    private static func synchronize(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32
    ) -> Int32 {
        guard let known = self.file(file), let synchronize = known.original.pointee.xSync else {
            return SQLITE_IOERR
        }
        guard let model = DiskModels.current else { return synchronize(file, flags) }
        var verdicts = [model.decide(on: .synchronize(.path(known.path)))]
        if known.flushesName {
            verdicts.append(model.decide(on: .synchronize(.path(folder(of: known.path)))))
            files.withLock { $0[FileKey(file)]?.flushesName = false }
        }
        let isFailed = verdicts.contains { if case .fail = $0 { true } else { false } }
        return isFailed ? failedFlush : SQLITE_OK
    }

    private static func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
        let known = files.withLock { $0.removeValue(forKey: FileKey(file)) }
        return known?.original.pointee.xClose?(file) ?? SQLITE_IOERR
    }

    /// The path with the real path of its folder.
    private static func absolute(_ path: UnsafePointer<CChar>) -> String {
        let path = String(cString: path)
        guard let real = realpath(folder(of: path), nil) else { return path }
        defer { free(real) }
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
        return "\(String(cString: real))/\(name ?? "")"
    }

    private static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
    }

    // The extended codes of SQLite are macros with a computation, which Swift does not import.
    private static var failedWrite: Int32 { SQLITE_IOERR | (3 << 8) }
    private static var failedFlush: Int32 { SQLITE_IOERR | (4 << 8) }
    private static var failedTruncation: Int32 { SQLITE_IOERR | (6 << 8) }
    private static var failedRemoval: Int32 { SQLITE_IOERR | (10 << 8) }
}
