/// A random identifier of 128 bits: of an installation, or of one run of the program.
///
/// It is derived from nothing, so it identifies neither the user nor the machine.
package struct TrackingID: Hashable, Sendable, CustomStringConvertible {
    /// The identifier as 32 hexadecimal digits.
    package let description: String

    /// Creates a random identifier.
    package init() {
        description = [UInt64.random(in: .min ... .max), .random(in: .min ... .max)]
            .map { number in
                let digits = String(number, radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }.joined()
    }

    /// Reads an identifier; `nil` unless `text` has 32 hexadecimal digits.
    package init?(_ text: String) {
        guard text.utf8.count == 32, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return nil
        }
        description = text.lowercased()
    }
}
