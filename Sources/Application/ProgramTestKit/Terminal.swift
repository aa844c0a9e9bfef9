import Foundation
import Scheduling

/// A terminal of a given width, in which the program runs.
package enum Terminal {
    /// How a run ended, and everything that it wrote on the terminal.
    package struct Outcome: Sendable {
        package let status: Int32
        package let screen: String

        /// The lines as they stand on the screen in the end: a line that is drawn over is its last
        /// state.
        package var lines: [String] {
            screen.split(separator: "\r\n", omittingEmptySubsequences: false).map { line in
                line.components(separatedBy: "\r\u{1B}[K").last ?? ""
            }
        }

        /// Everything that was ever drawn as a line.
        package var drawings: [String] {
            screen.components(separatedBy: "\r\n")
                .flatMap { $0.components(separatedBy: "\r\u{1B}[K") }
        }
    }

    /// Runs the program with both of its outputs on a terminal of `columns`.
    package static func run(columns: UInt16, _ arguments: [String]) async throws -> Outcome {
        try await onThreadOfItsOwn {
            let (master, slave) = try open(columns: columns)
            defer { close(master) }
            let process = Process()
            process.executableURL = URL(filePath: Program.path)
            process.arguments = arguments
            process.environment = Program.environment.merging(["TERM": "xterm"]) { $1 }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
            process.standardError = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
            try process.runReceivingSignals()
            close(slave)
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            // The last descriptor of the other side ends it, with an error on Linux.
            while case let count = read(master, &buffer, buffer.count), count > 0 {
                bytes += buffer[..<count]
            }
            process.waitUntilExit()
            return Outcome(
                status: process.terminationStatus, screen: String(decoding: bytes, as: UTF8.self))
        }
    }

    private static func open(columns: UInt16) throws -> (master: Int32, slave: Int32) {
        let master = Foundation.open("/dev/ptmx", O_RDWR | O_NOCTTY)
        let slave = Foundation.open(try slaveName(of: master), O_RDWR | O_NOCTTY)
        guard master >= 0, slave >= 0 else { throw CocoaError(.fileNoSuchFile) }
        var size = winsize()
        size.ws_col = columns
        size.ws_row = 24
        guard ioctl(slave, UInt(TIOCSWINSZ), &size) == 0 else { throw CocoaError(.fileNoSuchFile) }
        return (master, slave)
    }

    /// Unlocks the other side of a terminal, and names it.
    private static func slaveName(of master: Int32) throws -> String {
        #if canImport(Darwin)
            guard grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else {
                throw CocoaError(.fileNoSuchFile)
            }
            return String(cString: name)
        #else
            // Glibc's functions for this are not imported: TIOCSPTLCK and TIOCGPTN are what they
            // call.
            var (isLocked, number): (Int32, Int32) = (0, 0)
            guard ioctl(master, 0x4004_5431, &isLocked) == 0,
                ioctl(master, 0x8004_5430, &number) == 0
            else { throw CocoaError(.fileNoSuchFile) }
            return "/dev/pts/\(number)"
        #endif
    }
}
