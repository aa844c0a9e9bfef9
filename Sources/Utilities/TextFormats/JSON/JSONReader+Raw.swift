extension JSONReader {
    /// Skips a value of any type, checks it, and returns a copy of its text.
    package mutating func rawValue() throws(JSONError) -> [UInt8] {
        skipSpace()
        let start = position
        try skip()
        return Array(bytes[start..<position])
    }
}
