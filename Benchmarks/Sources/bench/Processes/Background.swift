import Foundation

/// A program that runs beside the measurements, and ends with this object.
final class Background {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Starts a program; its standard error is ours.
    init(_ program: String, _ arguments: [String]) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// Asks it to end in both ways: a child of a thread of Dispatch's has every signal blocked until it says otherwise.
    deinit {
        try? input.fileHandleForWriting.close()
        process.terminate()
        process.waitUntilExit()
    }

    /// Gives the program a line to read.
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
            throw Failure("a program in the background ended before it said something")
        }
        return String(decoding: line, as: UTF8.self)
    }
}
