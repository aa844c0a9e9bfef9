extension Collection<UInt8> {
    /// The bytes in lower-case hexadecimal, two digits for each.
    package var hexadecimal: String {
        // unsafe, unsafeUninitializedCapacity: the loop writes every byte that it counts
        String(unsafeUninitializedCapacity: 2 * count) { text in
            var index = 0
            for byte in self {
                text[index] = digit(byte >> 4)
                text[index + 1] = digit(byte & 15)
                index += 2
            }
            return index
        }
    }

    private func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }
}
