import Foundation

/// A finished child process: what it printed and what the system says it used.
struct Child {
    let output: String
    /// Wall-clock seconds from start to end.
    let seconds: Double
    /// The largest resident set in MiB, from the kernel's accounting of this one child.
    let peakMemory: Double

    /// Runs a program to its end; its standard error is ours.
    ///
    /// - Throws: `Failure` when it cannot be started or does not end with exit code 0.
    static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> Child {
        let output = Pipe()
        let clock = ContinuousClock()
        let start = clock.now
        let child = try spawn(
            program, arguments, environment, output.fileHandleForWriting.fileDescriptor)
        try output.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        var status: Int32 = 0
        var usage = rusage()
        while wait4(child, &status, 0, &usage) == -1, errno == EINTR {}
        let elapsed = (clock.now - start).components
        guard status == 0 else {
            throw Failure(
                "\(program) \(arguments.joined(separator: " ")) ended with status \(status)")
        }
        #if os(Linux)
            let unit = 1024.0
        #else
            let unit = 1024.0 * 1024.0
        #endif
        return Child(
            output: String(decoding: data, as: UTF8.self),
            seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18,
            peakMemory: Double(usage.ru_maxrss) / unit)
    }

    private static func spawn(
        _ program: String, _ arguments: [String], _ environment: [String: String], _ output: Int32
    ) throws -> pid_t {
        #if os(Linux)
            var actions = posix_spawn_file_actions_t()
        #else
            var actions: posix_spawn_file_actions_t?
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        let merged = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let argv = ([program] + arguments).map { strdup($0) } + [nil]
        let envp = merged.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var child: pid_t = 0
        let code = posix_spawnp(&child, program, &actions, nil, argv, envp)
        guard code == 0 else {
            throw Failure("cannot start \(program): \(String(cString: strerror(code)))")
        }
        return child
    }
}
