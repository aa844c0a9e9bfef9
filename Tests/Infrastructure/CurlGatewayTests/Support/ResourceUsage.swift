import Foundation
import Scheduling

/// The numbers of descriptors and threads of the process.
struct ResourceUsage: Equatable {
    var descriptors: Int
    var threads: Int

    static func now() -> ResourceUsage {
        func count(_ path: String) -> Int {
            (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0
        }
        return ResourceUsage(descriptors: count("/proc/self/fd"), threads: count("/proc/self/task"))
    }

    /// The numbers once they have not changed for two seconds.
    ///
    /// Threads and connections end asynchronously.
    ///
    /// - Parameter limit: the numbers before; larger ones are waited for, up to a minute.
    static func settled(at limit: ResourceUsage? = nil) async -> ResourceUsage {
        let clock = WorkScheduler(name: "usage")
        defer { clock.shutDown() }
        var (last, same) = (now(), 0)
        for _ in 0..<300 where same < 10 || last.exceeds(limit) {
            await withCheckedContinuation { continuation in
                clock.schedule(after: .milliseconds(200)) { continuation.resume() }
            }
            let now = now()
            same = now == last ? same + 1 : 0
            last = now
        }
        last.threads -= 1  // the clock's own
        return last
    }

    private func exceeds(_ limit: ResourceUsage?) -> Bool {
        guard let limit else { return false }
        // One thread is the clock's own.
        return descriptors > limit.descriptors || threads - 1 > limit.threads
    }
}
