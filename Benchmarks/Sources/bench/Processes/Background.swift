import Foundation

/// A server that runs beside the measurements, and ends with this object.
final class Background {
    private let process = Process()
    private let output = Pipe()

    /// Starts a program; its standard error is ours.
    init(_ program: String, _ arguments: [String]) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardOutput = output
        try process.run()
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    /// Waits for the next line that the program prints.
    func line() throws -> String {
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte.first != 0x0A {
            line += byte
        }
        guard !line.isEmpty else { throw Failure("a server ended before it said where it listens") }
        return String(decoding: line, as: UTF8.self)
    }
}
