import Foundation

/// The period since the start of the machine.
///
/// Data that was written in this period is readable, flushed or not. A process that is killed loses
/// nothing that it has handed to the kernel. Only a crash or power loss of the machine does that,
/// and then the next session has another identifier.
package enum BootSession {
    /// The kernel's identifier of this session.
    ///
    /// If the kernel provides none, each call returns another one, so that no earlier write is
    /// assumed to have survived.
    package static var identifier: String {
        DiskModels.current?.bootSession ?? kernelIdentifier ?? UUID().uuidString
    }

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
