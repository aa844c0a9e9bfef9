import Foundation

/// A program that runs during the measurements, and is ended with this object.
final class Background {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Starts a program, which shares the standard error of this one.
    init(_ program: String, _ arguments: [String]) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// Ends the program: closes its input, and sends SIGTERM.
    ///
    /// A child that a thread of Dispatch has started has all signals blocked, so SIGTERM may not
    /// suffice.
    deinit {
        try? input.fileHandleForWriting.close()
        process.terminate()
        process.waitUntilExit()
    }

    /// Sends a line to the program's standard input.
    func say(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Waits for the next line that the program prints.
    func line() throws -> String {
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte.first != 0x0A {
            line += byte
        }
        guard !line.isEmpty else {
            throw Failure("a background program ended before it printed a line")
        }
        return String(decoding: line, as: UTF8.self)
    }
}
