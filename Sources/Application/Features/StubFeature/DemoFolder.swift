import CommandLineProgram
import DurableFiles
import Foundation

/// The output folder of a demo: new or marked by an earlier demo, and locked until this one ends.
struct DemoFolder: ~Copyable {
    /// The name of the file that marks the folder of a demo and serves as its lock.
    private static let mark = ".photopark-demo"

    let library: URL
    let gallery: URL
    private let lock: FolderLock

    /// Locks the folder at `path`, and removes the library of the previous demo.
    ///
    /// - Throws: `ProgramError`, with nothing removed, if the folder has files and was not made by
    ///   a demo, or if another demo is running in the folder.
    init(path: String) throws {
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        let library = folder.appending(path: "library")
        let files = FileManager.default
        let isMarked = files.fileExists(atPath: folder.appending(path: Self.mark).path)
        let isEmpty = (try? files.contentsOfDirectory(atPath: path).isEmpty) ?? true
        guard isMarked || isEmpty else {
            throw ProgramError(
                .notOurs,
                "the folder \(path) has files that are not of a demo, and is left unchanged: "
                    + "choose another --output")
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
            throw ProgramError(.locked, "another demo is running in \(path)")
        } catch {
            throw ProgramError(.cannotCreate, "\(error)")
        }
    }
}
