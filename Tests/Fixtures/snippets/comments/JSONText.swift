import JSONText

func reading(bytes: [UInt8]) throws {
    // snippet JSONReader
}

func writing() {
    // snippet JSONWriter
}
