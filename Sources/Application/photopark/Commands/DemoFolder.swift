import DurableFiles
import Foundation

/// The folder that a demo writes into: new, or marked by a demo before it, and held until this one ends.
struct DemoFolder: ~Copyable {
    /// The mark of a demo's folder, and its lock.
    private static let mark = ".photopark-demo"

    let library: URL
    let gallery: URL
    private let lock: FolderLock

    /// Takes the folder at `path`, and removes the library of the demo before: a demo begins from nothing.
    ///
    /// - Throws: `ProgramError`, and nothing was removed, when there is a library that no demo has made, or another demo
    ///   is at work.
    init(path: String) throws {
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        let library = folder.appending(path: "library")
        let files = FileManager.default
        let isMarked = files.fileExists(atPath: folder.appending(path: Self.mark).path)
        guard isMarked || !files.fileExists(atPath: library.path) else {
            throw ProgramError(
                .notOurs,
                "\(library.path) was not made by a demo and stays as it is: choose another --output"
            )
        }
        let lock = try Self.lock(path)
        if files.fileExists(atPath: library.path) { try files.removeItem(at: library) }
        self.library = library
        gallery = folder.appending(path: "gallery")
        self.lock = lock
    }

    private static func lock(_ path: String) throws -> FolderLock {
        do throws(DurableFileError) {
            return try FolderLock(mark, in: DurableFolder(creating: path, mode: 0o755))
        } catch  where error.code == .locked {
            throw ProgramError(.locked, "another demo is at work in \(path)")
        } catch {
            throw ProgramError(.cannotCreate, "\(error)")
        }
    }
}
