import CommandLineProgram
import Foundation

/// A password, read from a file or from the output of a command: one line, of any characters.
///
/// Errors never quote the input, because it may be a secret.
struct PasswordText {
    /// The password, without the end of its line.
    let text: String

    /// Reads the password in `data`; `source` names its origin in errors.
    ///
    /// - Throws: `ProgramError` with the status `authorization`.
    init(_ data: Data, from source: String) throws(ProgramError) {
        func refusal(_ reason: String) -> ProgramError {
            ProgramError(.authorization, "\(source) \(reason)")
        }
        guard data.count <= BearerToken.longestSource else {
            throw refusal("is too long for a password")
        }
        guard var text = String(validating: data, as: UTF8.self) else {
            throw refusal("is not text in UTF-8")
        }
        // The two characters of `\r\n` are one `Character`.
        if text.last?.isNewline == true { text.removeLast() }
        guard !text.isEmpty else { throw refusal("is empty") }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw refusal("has several lines, or a control character, and not one password")
        }
        self.text = text
    }
}
