import CProcesses
import Foundation

/// A program that works on bytes of an untrusted source, in a process with limits.
///
/// A decoder of pictures or videos is a large library in C. In a process of its own it shares no
/// memory and no open file with this one. The process has only the environment that is given here,
/// and no terminal. Its memory, processor time, elapsed time and descriptors are limited. It cannot
/// gain privileges, and writes to no file. On Linux, a filter leaves it the system calls that
/// decoders need, none of which changes anything outside the process, and Landlock the files of its
/// input, of itself and of the system (`ccf_spawn`). Its output is its only channel to other
/// processes. Where the system has no Landlock, it can read the files of the user.
///
/// ```swift
/// let decoder = ConfinedProgram(path: "/usr/bin/vipsthumbnail")
/// let outcome = try await decoder.run(["stdin", "-o", ".jpg"], input: file, readingUpTo: 1 << 20)
/// guard outcome.code == 0 else { … }
/// ```
///
/// No name of an untrusted source should be among the arguments: the program reads its standard
/// input, or `inputPath`.
package struct ConfinedProgram: Sendable {
    /// The limits of the process.
    package struct Limits: Hashable, Sendable {
        /// The bytes of address space.
        package var memory: Int
        /// The seconds of processor time; their end is `128 + SIGXCPU`.
        package var processorSeconds: Int
        /// The seconds of time; their end is `128 + SIGALRM`.
        package var seconds: Int
        /// The number of descriptors.
        package var descriptors: Int

        /// Creates limits; the defaults suit the decoder of a picture.
        package init(
            memory: Int = 2_000_000 << 10, processorSeconds: Int = 20, seconds: Int = 60,
            descriptors: Int = 64
        ) {
            self.memory = memory
            self.processorSeconds = processorSeconds
            self.seconds = seconds
            self.descriptors = descriptors
        }

        var values: ccf_limits {
            ccf_limits(
                memory: UInt64(memory), processor_seconds: UInt64(processorSeconds),
                seconds: UInt32(seconds), descriptors: UInt64(descriptors))
        }
    }

    /// The path under which the process can open its standard input at any position.
    #if os(Linux)
        package static let inputPath = "/proc/self/fd/0"
    #else
        package static let inputPath = "/dev/fd/0"
    #endif

    /// The variables of this process that its own program needs when it runs as a child.
    private static let loaderVariables = ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"]

    /// The absolute path of the program.
    package let path: String
    package let limits: Limits
    let environment: [String: String]
    let showsErrors: Bool
    /// The libraries of the program outside the folders of the system.
    private(set) var libraries: [String] = []

    /// Describes a program, and starts nothing yet.
    ///
    /// - Parameters:
    ///   - path: its absolute path.
    ///   - environment: all variables of the process.
    ///   - showsErrors: whether its standard error is that of this process; it is dropped
    ///     otherwise, since it may quote text of the untrusted source.
    package init(
        path: String, limits: Limits = Limits(), environment: [String: String] = [:],
        showsErrors: Bool = false
    ) {
        self.path = path
        self.limits = limits
        self.environment = environment
        self.showsErrors = showsErrors
    }

    /// Describes the running program as its own child; its standard error is shown.
    package static func itself(limits: Limits = Limits()) -> ConfinedProgram {
        let present = ProcessInfo.processInfo.environment
        var program = ConfinedProgram(
            path: Bundle.main.executablePath ?? "photopark", limits: limits,
            environment: present.filter { loaderVariables.contains($0.key) }, showsErrors: true)
        program.libraries = ownLibraries
        return program
    }

    /// Returns the path of an installed program; `nil` if `PATH` has none of that name.
    ///
    /// - Parameter folders: the folders to search, separated by colons; those that are not absolute
    ///   are left out.
    package static func path(
        of name: String,
        in folders: String = ProcessInfo.processInfo.environment["PATH"] ?? ""
    ) -> String? {
        folders.unicodeScalars.split(separator: ":").lazy.filter { $0.first == "/" }
            .map { "\(String($0))/\(name)" }
            .first { access($0, X_OK) == 0 }
    }
}
