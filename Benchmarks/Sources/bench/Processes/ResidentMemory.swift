import Foundation

/// The memory of this process.
enum ResidentMemory {
    /// The resident set, in bytes.
    static var bytes: Int {
        let fields =
            (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(
                separator: " ") ?? []
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }

    /// Returns how many bytes the resident set has grown since it had `before` bytes.
    ///
    /// - Throws: `Failure` if it has grown by less than 1 MiB; then the difference says nothing,
    ///   since other allocations, and memory that was free already, are as large.
    static func growth(since before: Int) throws -> Double {
        let growth = bytes - before
        guard before > 0, growth >= 1 << 20 else {
            throw Failure("the memory has grown by \(growth) bytes, too few for a measurement")
        }
        return Double(growth)
    }

    /// Returns freed memory to the system, so that a measurement does not reuse it.
    static func trim() {
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        typealias Trim = @convention(c) (Int) -> Int32
        _ = unsafeBitCast(symbol, to: Trim.self)(0)  // its C signature
    }
}
