import Foundation
import Scheduling

/// The numbers of descriptors and threads of the process.
struct ResourceUsage: Equatable {
    /// The target of each descriptor: a path, or a kind such as `socket`.
    var descriptors: [String]
    var threads: Int

    static func now() -> ResourceUsage {
        func names(_ path: String) -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        }
        let descriptors = names("/proc/self/fd").compactMap { name -> String? in
            let target = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/fd/" + name)
            // Without the number of the kernel's object.
            return target?.replacing(/:\[\d+\]$/, with: "")
        }
        return ResourceUsage(
            descriptors: descriptors.sorted(), threads: names("/proc/self/task").count)
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
        return descriptors.count > limit.descriptors.count || threads - 1 > limit.threads
    }
}
