import Foundation
import Reports

/// The folders of the events that wait, one for each process that runs at the same time.
struct EventSpools: Sendable {
    /// The folder of all of them.
    let folder: String

    /// Opens the first spool that no other process uses.
    ///
    /// - Throws: `SpoolError`.
    func open() throws(SpoolError) -> (spool: Spool, number: Int) {
        try Spool.first(in: folder, Self.open)
    }

    /// Removes the events that no running process holds.
    ///
    /// A running process removes its own when it reads that the consent was withdrawn.
    ///
    /// - Throws: `SpoolError`.
    func removeUnused() throws(SpoolError) {
        guard FileManager.default.fileExists(atPath: folder) else { return }
        for number in 1...Spool.processes
        where FileManager.default.fileExists(atPath: path(number)) {
            do throws(SpoolError) {
                let spool = try Self.open(path(number))
                // While its lock is held.
                withExtendedLifetime(spool) { remove(number) }
            } catch  where error.code == .locked {
                continue
            }
        }
    }

    /// Removes the folder of a spool, and the folder of all if it is empty.
    func remove(_ number: Int) {
        try? FileManager.default.removeItem(atPath: path(number))
        rmdir(folder)
    }

    private static func open(_ path: String) throws(SpoolError) -> Spool {
        try Spool(in: path, memory: 64, disk: 4 << 20, waterLine: WaterLine(count: 100))
    }

    private func path(_ number: Int) -> String { "\(folder)/\(number)" }
}
