import Foundation

/// A WebDAV server that others wrote, which `Scripts/webdav-server` runs on a folder.
final class InstalledServer {  // not @Schedulable: used by one test
    /// The address of the server.
    let address: String
    private let process = Process()
    private let input = Pipe()

    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Scripts/webdav-server").standardized

    /// Whether the server `name` is installed.
    static func has(_ name: String) -> Bool {
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
        let output = Pipe()
        process.executableURL = Self.script
        process.arguments = [name, folder.path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let byte = try output.fileHandleForReading.read(upToCount: 1) ?? Data()
            if byte.isEmpty { throw Failure(name: name) }
            line += byte
        }
        address = String(decoding: line.dropLast(), as: UTF8.self)
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
