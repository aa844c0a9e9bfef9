import Foundation
import Spool

/// The folders of the events that wait, one for each process that runs at the same time.
struct EventSpools: Sendable {
    /// The number of processes that can store events at the same time.
    private static let count = 8

    /// The folder of all of them.
    let folder: String

    /// Opens the first spool that no other process uses.
    ///
    /// - Throws: `SpoolError`.
    func open() throws(SpoolError) -> (Spool, number: Int) {
        var number = 1
        while true {
            do throws(SpoolError) {
                return (try open(number), number)
            } catch  where error.code == .locked && number < Self.count {
                number += 1
            }
        }
    }

    /// Removes the events that no running process holds.
    ///
    /// A running process removes its own when it reads that the consent was withdrawn.
    ///
    /// - Throws: `SpoolError`.
    func removeUnused() throws(SpoolError) {
        guard FileManager.default.fileExists(atPath: folder) else { return }
        for number in 1...Self.count
        where FileManager.default.fileExists(atPath: path(number)) {
            do throws(SpoolError) {
                let spool = try open(number)
                spool.discard()
                // While its lock is held.
                withExtendedLifetime(spool) { remove(number) }
            } catch  where error.code == .locked {
                continue
            }
        }
    }

    /// Removes the folder of a spool, whose events are gone, and the folder of all if it is empty.
    func remove(_ number: Int) {
        try? FileManager.default.removeItem(atPath: path(number))
        rmdir(folder)
    }

    private func open(_ number: Int) throws(SpoolError) -> Spool {
        try Spool(
            in: path(number), signal: "usage", memory: .count(64), disk: .bytes(4 << 20),
            waterLine: .any(.count(100), .age(.seconds(300))))
    }

    private func path(_ number: Int) -> String { "\(folder)/\(number)" }
}
