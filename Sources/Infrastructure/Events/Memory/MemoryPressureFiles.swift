import Foundation

/// The files of the Linux kernel that describe the memory; a file that is missing is not used.
public struct MemoryPressureFiles: Sendable {
    /// The stall times in the form of `/proc/pressure/memory`; the first file that exists is used.
    public var pressure: [String]
    /// The folder of the control group, with `memory.current`, `memory.max` and `memory.stat`.
    public var group: String?
    /// The memory of the system, in the form of `/proc/meminfo`.
    ///
    /// It is used if none of the other files exists.
    public var system: String

    /// Creates a set of files.
    public init(pressure: [String], group: String?, system: String) {
        self.pressure = pressure
        self.group = group
        self.system = system
    }

    /// The files for this process.
    public static var system: MemoryPressureFiles {
        let group = ownGroup.map { "/sys/fs/cgroup\($0)" }
        return MemoryPressureFiles(
            pressure: (group.map { ["\($0)/memory.pressure"] } ?? []) + ["/proc/pressure/memory"],
            group: group, system: "/proc/meminfo")
    }

    /// The control group of this process (version 2); `nil` if it has none.
    private static var ownGroup: String? {
        let groups = try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)
        let own = groups?.split(separator: "\n").first { $0.hasPrefix("0::") }
        return own.map { $0 == "0::/" ? "" : String($0.dropFirst(3)) }
    }
}
