/// Decompresses data of the format zlib (RFC 1950), whose blocks are DEFLATE (RFC 1951).
///
/// It is a plain decoder for a few kilobytes of metadata: it reads bit by bit, and needs no table
/// but the lengths of the codes. The bytes before an error count, and checksums are not compared.
struct Inflate {
    private let bytes: [UInt8]
    /// The number of bits that were read.
    private var position: Int
    private let limit: Int
    private var output: [UInt8] = []

    /// Returns the content, or its first `limit` bytes.
    static func zlib(_ bytes: [UInt8], limit: Int) -> [UInt8] {
        guard bytes.count > 2, bytes[0] & 0x0F == 8, bytes[1] & 0x20 == 0 else { return [] }
        var decoder = Inflate(bytes: bytes, position: 16, limit: limit)
        while decoder.readBlock() == true {}
        return decoder.output
    }

    private init(bytes: [UInt8], position: Int, limit: Int) {
        (self.bytes, self.position, self.limit) = (bytes, position, limit)
    }

    /// Reads a block; `nil` if it is damaged or ends at the limit, `false` for the last one.
    private mutating func readBlock() -> Bool? {
        guard let isLast = bits(1), let kind = bits(2) else { return nil }
        let isRead: Void? =
            switch kind {
            case 0: readStored()
            case 1: readCodes(Self.fixed.literals, Self.fixed.distances)
            case 2: readTables().flatMap { readCodes($0.literals, $0.distances) }
            default: nil
            }
        return isRead.map { isLast == 0 }
    }

    /// The next bits, the first of which is the least significant.
    private mutating func bits(_ count: Int) -> Int? {
        guard position + count <= bytes.count * 8 else { return nil }
        var value = 0
        for index in 0..<count {
            value |= Int(bytes[position >> 3] >> UInt8(position & 7) & 1) << index
            position += 1
        }
        return value
    }

    /// Appends bytes up to the limit; `nil` if they do not fit.
    private mutating func append(_ content: ArraySlice<UInt8>) -> Void? {
        output += content.prefix(limit - output.count)
        return output.count < limit ? () : nil
    }

    private mutating func readStored() -> Void? {
        position = (position + 7) & ~7
        guard let length = bits(16), bits(16) == length ^ 0xFFFF else { return nil }
        let start = position >> 3
        let end = min(start + length, bytes.count)
        position = end << 3
        let isAppended: Void? = append(bytes[start..<end])
        return end - start == length ? isAppended : nil
    }
}

/// The Huffman codes.
extension Inflate {
    /// A canonical code: the number of symbols of each length, and the symbols in their order.
    private struct Code {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int] = []

        init(_ lengths: some Collection<Int>) {
            let used = lengths.enumerated().filter { $0.element > 0 }
            for (_, length) in used { counts[length] += 1 }
            symbols = used.sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }.map(
                \.offset)
        }
    }

    private typealias Codes = (literals: Code, distances: Code)

    private static let fixed: Codes = (
        Code((0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }),
        Code(Array(repeating: 5, count: 30))
    )

    /// The smallest lengths and distances of the symbols, and the number of bits behind each.
    private static let lengths = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
        131, 163, 195, 227, 258,
    ]
    private static let distances = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537,
        2_049, 3_073, 4_097, 6_145, 8_193, 12_289, 16_385, 24_577,
    ]
    private static func lengthBits(_ index: Int) -> Int {
        index < 8 || index == 28 ? 0 : (index - 4) / 4
    }
    private static func distanceBits(_ index: Int) -> Int { index < 4 ? 0 : (index - 2) / 2 }

    private mutating func symbol(_ code: Code) -> Int? {
        var (value, first, index) = (0, 0, 0)
        for length in 1..<16 {
            guard let bit = bits(1) else { return nil }
            value |= bit
            let count = code.counts[length]
            if value - count < first {
                // If the lengths do not form a code, a value may precede the first of its length.
                return value < first ? nil : code.symbols[index + value - first]
            }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        return nil
    }

    private mutating func readTables() -> Codes? {
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        guard let literals = bits(5).map({ $0 + 257 }), let distances = bits(5).map({ $0 + 1 }),
            let count = bits(4).map({ $0 + 4 })
        else { return nil }
        var small = [Int](repeating: 0, count: 19)
        for index in order.prefix(count) {
            guard let length = bits(3) else { return nil }
            small[index] = length
        }
        let code = Code(small)
        var lengths: [Int] = []
        while lengths.count < literals + distances {
            guard let symbol = symbol(code) else { return nil }
            switch symbol {
            case 16:
                guard let last = lengths.last, let more = bits(2) else { return nil }
                lengths += Array(repeating: last, count: more + 3)
            case 17, 18:
                guard let more = bits(symbol == 17 ? 3 : 7) else { return nil }
                lengths += Array(repeating: 0, count: more + (symbol == 17 ? 3 : 11))
            default: lengths.append(symbol)
            }
        }
        guard lengths.count == literals + distances else { return nil }
        return (Code(lengths[..<literals]), Code(lengths[literals...]))
    }

    /// Reads literals and copies of earlier bytes up to the end of the block.
    private mutating func readCodes(_ literals: Code, _ distances: Code) -> Void? {
        while let symbol = symbol(literals) {
            if symbol == 256 { return () }
            if symbol < 256 {
                output.append(UInt8(symbol))
                if output.count == limit { return nil }
                continue
            }
            let index = symbol - 257
            guard index < Self.lengths.count, let more = bits(Self.lengthBits(index)),
                let place = self.symbol(distances), place < Self.distances.count,
                let further = bits(Self.distanceBits(place)),
                Self.distances[place] + further <= output.count
            else { return nil }
            var rest = Self.lengths[index] + more
            let start = output.count - Self.distances[place] - further
            // A copy may be longer than its distance: it repeats itself.
            while rest > 0 {
                // A slice of the output would make the next change copy all of it.
                let part = Array(output[start..<min(start + rest, output.count)])
                guard append(part[...]) != nil else { return nil }
                rest -= part.count
            }
        }
        return nil
    }
}
