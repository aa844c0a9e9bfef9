import JSONReading

func reading(bytes: [UInt8]) throws {
    // snippet JSONReader
}
