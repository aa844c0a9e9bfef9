import Foundation

/// A hash of the look of a picture: pictures that look alike differ in few of its 64 bits.
///
/// It has the signs of the 64 lowest frequencies of the brightness, compared with their median, and
/// so does not depend on the size, the compression or the brightness of the picture. Source: the
/// hash "pHash" by a discrete cosine transform, as described in Christoph Zauner, "Implementation
/// and Benchmarking of Perceptual Image Hash Functions" (2010), 3.2.
package struct PictureHash: Hashable, Sendable {
    /// The width and the height in pixels of the picture that is hashed.
    package static let edge = 32
    /// The number of bits in which two pictures that look the same may differ.
    package static let tolerance = 6

    /// The bits: the row of the frequency times 8, and its column.
    package let bits: UInt64

    /// Creates a hash of known bits.
    package init(bits: UInt64) { self.bits = bits }

    /// Computes the hash of a picture; `nil` unless it has 32 rows of 32 pixels.
    ///
    /// Cost: about 20 microseconds.
    ///
    /// - Parameter brightness: the pixels row by row, 0 to 255.
    package init?(brightness: [UInt8]) {
        guard brightness.count == Self.edge * Self.edge else { return nil }
        self.init(frequencies: Self.frequencies(of: brightness))
    }

    private init(frequencies: [Double]) {
        // The first one is the mean brightness, which would move the median of all others.
        let sorted = frequencies.dropFirst().sorted()
        let median = sorted[sorted.count / 2]
        var bits: UInt64 = 0
        for (index, value) in frequencies.enumerated() where value > median {
            bits |= 1 << UInt64(index)
        }
        self.bits = bits
    }

    /// The number of bits in which two hashes differ.
    package func distance(to other: PictureHash) -> Int { (bits ^ other.bits).nonzeroBitCount }

    /// The hashes of a picture in its four rotations, each a quarter turn; none for another number
    /// of pixels.
    package static func ofRotations(brightness: [UInt8]) -> [PictureHash] {
        guard brightness.count == edge * edge else { return [] }
        let upright = frequencies(of: brightness)
        // A quarter turn exchanges rows and columns, and reverses one of them: the frequencies of
        // the reversed direction that are odd have the other sign.
        func turned(_ transposed: Bool, _ rows: Bool, _ columns: Bool) -> PictureHash {
            var frequencies: [Double] = []
            for row in 0..<8 {
                for column in 0..<8 {
                    let value = upright[transposed ? column * 8 + row : row * 8 + column]
                    let isOdd = (rows && row % 2 == 1) != (columns && column % 2 == 1)
                    frequencies.append(isOdd ? -value : value)
                }
            }
            return PictureHash(frequencies: frequencies)
        }
        return [
            PictureHash(frequencies: upright), turned(true, false, true), turned(false, true, true),
            turned(true, true, false),
        ]
    }

    /// The cosines of the transform: for each of the eight frequencies those of the 32 positions.
    private static let cosines: [[Double]] = (0..<8).map { frequency in
        (0..<edge).map { cos(.pi * Double(frequency) * (Double($0) + 0.5) / Double(edge)) }
    }

    /// The eight lowest frequencies in both directions, row by row.
    private static func frequencies(of brightness: [UInt8]) -> [Double] {
        // First along the rows, for each row of pixels, then along the columns.
        var partial = [Double](repeating: 0, count: 8 * edge)
        for y in 0..<edge {
            for column in 0..<8 {
                var sum = 0.0
                for x in 0..<edge {
                    sum += Double(brightness[y * edge + x]) * cosines[column][x]
                }
                partial[y * 8 + column] = sum
            }
        }
        var frequencies: [Double] = []
        for row in 0..<8 {
            for column in 0..<8 {
                var sum = 0.0
                for y in 0..<edge { sum += partial[y * 8 + column] * cosines[row][y] }
                frequencies.append(sum)
            }
        }
        return frequencies
    }
}
