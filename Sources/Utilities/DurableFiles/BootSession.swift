import Foundation

/// The time since the machine was started: what was written within it is there, flushed or not.
///
/// A process that is killed loses nothing of what it has handed to the kernel. Only a machine that goes
/// down does, and then the next session has another identifier.
public enum BootSession {
    /// The kernel's identifier of this session; another one at each call where there is none to be had, so that
    /// nothing is taken for granted.
    public static var identifier: String { kernelIdentifier ?? UUID().uuidString }

    private static let kernelIdentifier: String? = {
        #if canImport(Darwin)
            var length = 0
            let name = "kern.bootsessionuuid"
            guard sysctlbyname(name, nil, &length, nil, 0) == 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: length)
            guard sysctlbyname(name, &bytes, &length, nil, 0) == 0 else { return nil }
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        #else
            let text = try? String(
                contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
            return text?.trimmingCharacters(in: .whitespacesAndNewlines)
        #endif
    }()
}
