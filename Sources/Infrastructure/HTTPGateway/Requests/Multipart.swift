/// The parts of a form with files (multipart/form-data, RFC 7578).
///
/// The body is made in memory as a whole.
public struct Multipart: Sendable {
    /// One part of the form.
    public struct Part: Sendable {
        let name: String
        let fileName: String?
        let type: String?
        let bytes: [UInt8]

        /// A text field.
        public static func field(_ name: String, _ value: String) -> Part {
            Part(name: name, fileName: nil, type: nil, bytes: Array(value.utf8))
        }

        /// A file with its name and type.
        public static func file(
            _ name: String, fileName: String, type: String = "application/octet-stream",
            bytes: [UInt8]
        ) -> Part {
            Part(name: name, fileName: fileName, type: type, bytes: bytes)
        }
    }

    private let parts: [Part]

    /// Creates a form of `parts`.
    public init(_ parts: [Part]) { self.parts = parts }

    /// The form as a body with a random boundary.
    ///
    /// The probability that a part contains the boundary is about 1 in 2^120.
    public var body: HTTPBody { body(boundary: Self.makeBoundary()) }

    func body(boundary: String) -> HTTPBody {
        var bytes: [UInt8] = []
        for part in parts {
            let name = Self.escape(part.name)
            bytes += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"".utf8
            if let fileName = part.fileName {
                bytes += "; filename=\"\(Self.escape(fileName))\"".utf8
            }
            if let type = part.type { bytes += "\r\nContent-Type: \(Self.oneLine(type))".utf8 }
            bytes += "\r\n\r\n".utf8
            bytes += part.bytes
            bytes += "\r\n".utf8
        }
        bytes += "--\(boundary)--\r\n".utf8
        return .bytes(bytes, type: "multipart/form-data; boundary=\(boundary)")
    }

    private static func makeBoundary() -> String {
        "----"
            + String(
                (0..<24).map { _ in "0123456789abcdefghijklmnopqrstuv".randomElement() ?? "0" })
    }

    /// Percent-encodes quotes and line ends, as browsers do (HTML, "multipart form data").
    private static func escape(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "%22"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func oneLine(_ text: String) -> String {
        String(decoding: text.utf8.filter(\.isFieldValueByte), as: UTF8.self)
    }
}
