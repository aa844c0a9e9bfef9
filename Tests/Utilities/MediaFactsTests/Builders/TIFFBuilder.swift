/// Builds a TIFF structure of directories, such as EXIF data.
struct TIFFBuilder {
    enum Value {
        case ascii(String)
        case short(Int)
        case long(Int)
        case rational([(Int, Int)])
        case undefined([UInt8])
        /// Elements of any type, by its number, in the order of the bytes of the structure.
        case elements(type: Int, count: Int, [UInt8])
        /// The position of another directory, by its index.
        case directory(Int)
        /// The position of bytes that are stored elsewhere.
        case data([UInt8])
    }

    struct Directory {
        var entries: [(tag: Int, value: Value)] = []
        /// The index of the next directory.
        var next: Int?

        init(_ entries: [(tag: Int, value: Value)], next: Int? = nil) {
            self.entries = entries
            self.next = next
        }
    }

    var isLittleEndian = false
    var version = 42
    /// The position of the first directory.
    var start = 8
    var directories: [Directory] = []

    var bytes: [UInt8] {
        let starts = directories.reduce(into: [start]) { starts, directory in
            starts.append(starts[starts.count - 1] + length(of: directory))
        }
        var bytes: [UInt8] = Array((isLittleEndian ? "II" : "MM").utf8)
        append(version, 2, to: &bytes)
        append(start, 4, to: &bytes)
        bytes += Array(repeating: 0, count: start - 8)
        for directory in directories {
            var values: [UInt8] = []
            let valueStart = bytes.count + 2 + 12 * directory.entries.count + 4
            append(directory.entries.count, 2, to: &bytes)
            for (tag, value) in directory.entries {
                let (type, count, content) = encoded(value, starts, at: valueStart + values.count)
                append(tag, 2, to: &bytes)
                append(type, 2, to: &bytes)
                append(count, 4, to: &bytes)
                if case .data(let data) = value { values += Self.padded(data) }
                if content.count <= 4 {
                    bytes += content + Array(repeating: 0, count: 4 - content.count)
                } else {
                    append(valueStart + values.count, 4, to: &bytes)
                    values += Self.padded(content)
                }
            }
            append(directory.next.map { starts[$0] } ?? 0, 4, to: &bytes)
            bytes += values
        }
        return bytes
    }

    private func length(of directory: Directory) -> Int {
        directory.entries.reduce(6 + 12 * directory.entries.count) { sum, entry in
            if case .data(let data) = entry.value { return sum + Self.padded(data).count }
            let content = encoded(entry.value, nil, at: 0).content
            return sum + (content.count > 4 ? Self.padded(content).count : 0)
        }
    }

    /// Values begin at even positions.
    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + Array(repeating: 0, count: bytes.count % 2)
    }

    private func encoded(
        _ value: Value, _ starts: [Int]?, at position: Int
    ) -> (type: Int, count: Int, content: [UInt8]) {
        var content: [UInt8] = []
        switch value {
        case .ascii(let text):
            content = Array(text.utf8) + [0]
            return (2, content.count, content)
        case .undefined(let bytes): return (7, bytes.count, bytes)
        case .elements(let type, let count, let bytes): return (type, count, bytes)
        case .short(let number):
            append(number, 2, to: &content)
            return (3, 1, content)
        case .long(let number): append(number, 4, to: &content)
        case .directory(let index): append(starts?[index] ?? 0, 4, to: &content)
        case .data: append(position, 4, to: &content)
        case .rational(let values):
            for (above, below) in values {
                append(above, 4, to: &content)
                append(below, 4, to: &content)
            }
            return (5, values.count, content)
        }
        return (4, 1, content)
    }

    private func append(_ number: Int, _ width: Int, to bytes: inout [UInt8]) {
        let big = bigEndian(number, width)
        bytes += isLittleEndian ? big.reversed() : big
    }
}

/// The bytes of a number, the most significant one first.
func bigEndian(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}

func littleEndian(_ number: Int, _ width: Int) -> [UInt8] { bigEndian(number, width).reversed() }
