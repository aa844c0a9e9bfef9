import Foundation

/// The program's standard input, read without a buffer.
package enum StandardInput {
    /// Waits for a line, and returns it without its line feed; `nil` at the end of the input.
    ///
    /// It blocks its thread. The process may end meanwhile: no lock is held.
    package static func line() -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            switch read(STDIN_FILENO, &byte, 1) {
            case 1 where byte == UInt8(ascii: "\n"): return String(decoding: line, as: UTF8.self)
            case 1: line.append(byte)
            case -1 where errno == EINTR: continue
            default: return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
            }
        }
    }
}
