import Foundation

/// A WebDAV server that others wrote, which `Tests/Fixtures/webdav-server` runs on a folder.
final class InstalledServer {  // not @Schedulable: used by one test
    /// The address of the server.
    let address: String
    private let name: String
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/webdav-server").standardized

    /// Whether the tests run the server `name`, if it is installed.
    ///
    /// A usual run has rclone alone, and `make nightly PART=servers` has all of them.
    static func runs(_ name: String) -> Bool {
        let chosen = ProcessInfo.processInfo.environment["WEBDAV_SERVERS"]
        return (name == "rclone" || chosen == "all") && has(name)
    }

    /// Whether the server `name` is installed.
    private static func has(_ name: String) -> Bool {
        let process = Process()
        process.executableURL = script
        process.arguments = [name, "--check"]
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// Starts the server `name`, and waits until it answers.
    init(_ name: String, on folder: URL) throws {
        let handles = [
            input.fileHandleForReading, input.fileHandleForWriting, output.fileHandleForReading,
            output.fileHandleForWriting,
        ]
        // A server that inherits a pipe of another one would keep that one running.
        for handle in handles { _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC) }
        process.executableURL = Self.script
        process.arguments = [name, folder.path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        address = try Self.line(of: output, name)
        self.name = name
    }

    /// Waits until the server has the present content of the folder.
    func update() throws {
        try input.fileHandleForWriting.write(contentsOf: Data("update\n".utf8))
        _ = try Self.line(of: output, name)
    }

    private static func line(of output: Pipe, _ name: String) throws -> String {
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let byte = try output.fileHandleForReading.read(upToCount: 1) ?? Data()
            if byte.isEmpty { throw Failure(name: name) }
            line += byte
        }
        return String(decoding: line.dropLast(), as: UTF8.self)
    }

    /// Ends the server.
    deinit {
        input.fileHandleForWriting.closeFile()
        process.waitUntilExit()
    }

    struct Failure: Error {
        let name: String
    }
}
