package import TextFormats

extension JSONWriter {
    /// Returns a line of output: the object whose members `write` writes.
    ///
    /// The line can be shown on a terminal, whatever text it contains.
    package static func line(_ write: (inout JSONWriter) -> Void) -> String {
        String(decoding: object(escaping: .hostile, write), as: UTF8.self)
    }
}
