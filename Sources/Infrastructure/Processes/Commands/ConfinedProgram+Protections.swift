import CProcesses
import Foundation

extension ConfinedProgram {
    /// Whether the kernel refuses a confined program the system calls that decoders do not need.
    package static var hasCallFilter: Bool { has(CCF_FILTER) }

    /// Whether the kernel limits the files that a confined program can open (Landlock).
    package static var hasPathRules: Bool { has(CCF_LANDLOCK) }

    private static func has(_ protection: ccf_protection) -> Bool {
        UInt32(ccf_protections()) & protection.rawValue != 0
    }

    /// The files and folders that all programs can open: those of programs and libraries, and facts
    /// about the process and the machine.
    ///
    /// Some exist on some systems only.
    private static let systemPaths = [
        "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/nix/store", "/gnu/store",
        "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime",
        "/proc/self", "/proc/cpuinfo", "/proc/filesystems", "/proc/meminfo", "/proc/stat",
        "/proc/sys/vm/overcommit_memory", "/sys/devices/system", "/dev/null", "/dev/urandom",
    ]

    /// The files and folders that the program can open besides its input, if there are path rules.
    ///
    /// A program in a folder `bin` has its libraries in the folder `lib` beside it; those of
    /// Homebrew are links to files in `Cellar`.
    var readablePaths: [String] {
        let file = URL(filePath: path)
        let folders = [file, file.resolvingSymlinksInPath()].map { $0.deletingLastPathComponent() }
        let beside = folders.filter { $0.lastPathComponent == "bin" }.flatMap { folder in
            ["lib", "Cellar"].map { folder.deletingLastPathComponent().path + "/" + $0 }
        }
        return Self.systemPaths + [path] + beside + libraries
    }

    /// The libraries of this process, which can be anywhere.
    static var ownLibraries: [String] {
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        let files = maps.unicodeScalars.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ", maxSplits: 5)
            return fields.count == 6 && fields[1].contains("x") ? String(fields[5]) : nil
        }
        return Set(files.filter { $0.utf8.first == UInt8(ascii: "/") }).sorted()
    }
}
