/// Scripts that are joined to one file for the browser, without their comments.
///
/// The scripts share one scope, which other scripts cannot reach.
package enum ScriptFile {
    /// Joins scripts in their order.
    ///
    /// Lines that contain only a comment are left out: about a fourth of the bytes. No text of the
    /// scripts may therefore have a line that begins like a comment.
    package static func joined(_ parts: [[UInt8]]) -> [UInt8] {
        var file = Array("\"use strict\";\n(() => {\n".utf8)
        for part in parts {
            var isComment = false
            for line in part.split(separator: UInt8(ascii: "\n")) {
                let code = line.drop { $0 == UInt8(ascii: " ") }
                if code.starts(with: "/*".utf8) { isComment = true }
                if !isComment, !code.isEmpty, !code.starts(with: "//".utf8) {
                    file += line
                    file.append(UInt8(ascii: "\n"))
                }
                if isComment, code.reversed().starts(with: "/*".utf8) { isComment = false }
            }
        }
        return file + Array("})();\n".utf8)
    }
}
