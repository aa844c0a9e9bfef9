import XMLReading

func names(in pieces: [[UInt8]]) throws {
    // snippet XMLReader
    print(names)
}
