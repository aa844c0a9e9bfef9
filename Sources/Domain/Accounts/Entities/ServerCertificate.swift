import Digests
import TextFormats

/// The certificate of a server, which an account trusts in place of the authorities of the system.
package struct ServerCertificate: Hashable, Sendable {
    /// The certificate in PEM format.
    package let pem: String
    /// The SHA-256 fingerprint: pairs of hex digits, separated by colons.
    package let fingerprint: String

    /// Creates the certificate from its PEM format; `nil` for another text.
    package init?(pem: String) {
        let lines = pem.split(whereSeparator: \.isNewline)
        guard lines.first == "-----BEGIN CERTIFICATE-----",
            let end = lines.firstIndex(of: "-----END CERTIFICATE-----"),
            let bytes = Base64.decode(lines[1..<end].joined()), !bytes.isEmpty
        else { return nil }
        self.pem = lines[...end].joined(separator: "\n") + "\n"
        fingerprint = Self.text(of: SHA256.digest(of: bytes))
    }

    /// Returns a fingerprint in its usual form; `nil` unless `text` has 64 hex digits.
    ///
    /// Colons and spaces may separate the digits.
    package static func fingerprint(in text: String) -> String? {
        let digits = text.unicodeScalars.filter { $0 != ":" && $0 != " " }
        guard digits.count == 64, digits.allSatisfy({ $0.properties.isASCIIHexDigit }) else {
            return nil
        }
        let pairs = stride(from: 0, to: 64, by: 2).map { start in
            String(String.UnicodeScalarView(digits.dropFirst(start).prefix(2))).uppercased()
        }
        return pairs.joined(separator: ":")
    }

    private static func text(of digest: [UInt8]) -> String {
        digest.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }.joined(separator: ":")
    }
}
