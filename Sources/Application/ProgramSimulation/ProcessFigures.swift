import Foundation

/// The memory, the descriptors and the threads of this process, on Linux.
struct ProcessFigures: Hashable, Sendable, CustomStringConvertible {
    /// The resident set, in KiB.
    let memory: Int
    let descriptors: Int
    let threads: Int

    /// The present figures.
    static var now: ProcessFigures {
        func count(_ folder: String) -> Int {
            let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/" + folder)
            return names?.count ?? 0
        }
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let memory = line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
        return ProcessFigures(
            memory: memory, descriptors: count("fd"), threads: count("task"))
    }

    /// Whether the process has not grown since earlier figures, apart from caches.
    func isFlat(after first: ProcessFigures) -> Bool {
        memory <= first.memory + 32 << 10 && abs(descriptors - first.descriptors) <= 2
            && abs(threads - first.threads) <= 2
    }

    var description: String { "\(memory) KiB, \(descriptors) descriptors, \(threads) threads" }
}
