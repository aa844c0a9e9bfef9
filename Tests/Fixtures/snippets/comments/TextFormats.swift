import TextFormats

func coding() {
    // snippet Base64
}

func civilTime() {
    // snippet CivilTime
}

func reading(bytes: [UInt8]) throws {
    // snippet JSONReader
}

func writing() {
    // snippet JSONWriter
}

func names(in pieces: [[UInt8]]) throws {
    // snippet XMLReader
    print(names)
}
