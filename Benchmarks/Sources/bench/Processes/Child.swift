import Foundation

/// A finished child process: its output, its duration and its memory.
struct Child {
    let output: String
    /// The wall-clock time from start to end, in seconds.
    let seconds: Double
    private let command: String
    private let peak: Double

    /// The peak resident set of the program in MiB, as the kernel accounts it.
    ///
    /// - Throws: `Failure` if the figure is not more than twice that of a program that does
    ///   nothing; then it is mainly the overhead of the measurement.
    func peakMemory() throws -> Double {
        let floor = try Self.floor.get()
        guard peak > 2 * floor else {
            throw Failure(
                "the peak memory of \(command), \(peak) MiB, is too close to that of a "
                    + "program that does nothing, \(floor) MiB")
        }
        return peak
    }

    /// The peak of a program that does nothing.
    private static let floor = Result { try run("true", []).peak }

    /// Runs a program to its end; it shares the standard error of this one.
    ///
    /// - Throws: `Failure` if it cannot be started or does not end with exit code 0.
    static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> Child {
        let (output, report) = (Pipe(), Pipe())
        let command = ([program] + arguments).joined(separator: " ")
        let clock = ContinuousClock()
        let start = clock.now
        let child = try spawn(
            Places.launcher, [program] + arguments, environment,
            output: output.fileHandleForWriting, report: report.fileHandleForWriting)
        try output.fileHandleForWriting.close()
        try report.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        let peak = try report.fileHandleForReading.readToEnd() ?? Data()
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1, errno == EINTR {}
        let elapsed = (clock.now - start).components
        guard status == 0 else { throw Failure("\(command) ended with status \(status)") }
        guard let maximum = Double(String(decoding: peak, as: UTF8.self).dropLast()) else {
            throw Failure("no memory figure for \(command)")
        }
        #if os(Linux)
            let unit = 1024.0
        #else
            let unit = 1024.0 * 1024.0
        #endif
        return Child(
            output: String(decoding: data, as: UTF8.self),
            seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18,
            command: command, peak: maximum / unit)
    }

    private static func spawn(
        _ program: String, _ arguments: [String], _ environment: [String: String],
        output: FileHandle, report: FileHandle
    ) throws -> pid_t {
        #if os(Linux)
            var actions = posix_spawn_file_actions_t()
        #else
            var actions: posix_spawn_file_actions_t?
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output.fileDescriptor, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, report.fileDescriptor, reportDescriptor)
        let merged = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let argv = ([program] + arguments).map { strdup($0) } + [nil]
        let envp = merged.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, program, &actions, nil, argv, envp)
        guard code == 0 else {
            throw Failure("cannot start \(program): \(String(cString: strerror(code)))")
        }
        return child
    }

    /// The descriptor to which the launcher writes.
    private static let reportDescriptor: Int32 = 3
}
