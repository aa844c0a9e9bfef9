import Foundation

/// A colour of the screen in sRGB.
package struct Colour: Hashable, Sendable {
    /// The parts of the colour, 0 to 255.
    package let red, green, blue: UInt8

    /// Creates the colour of six hexadecimal digits, such as `0xFAF9F7`.
    package init(_ digits: UInt32) {
        red = UInt8(truncatingIfNeeded: digits >> 16)
        green = UInt8(truncatingIfNeeded: digits >> 8)
        blue = UInt8(truncatingIfNeeded: digits)
    }

    /// The contrast with another colour, 1 to 21 (WCAG 2.2, contrast ratio).
    package func contrast(with other: Colour) -> Double {
        let (low, high) = (min(luminance, other.luminance), max(luminance, other.luminance))
        return (high + 0.05) / (low + 0.05)
    }

    /// The colour in CSS, such as `#faf9f7`.
    package var css: String {
        "#"
            + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            .joined()
    }

    /// The relative luminance, 0 to 1 (WCAG 2.2).
    private var luminance: Double {
        func linear(_ part: UInt8) -> Double {
            let part = Double(part) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}
