extension MediaFacts {
    /// Reads the facts of a file; `nil` if its format is unknown.
    package init?(_ source: some ByteSource) {
        var reader = FactReader(source)
        guard let facts = reader.read() else { return nil }
        self = facts
    }

    /// Reads the facts of a file in memory; `nil` if its format is unknown.
    package init?(bytes: [UInt8]) { self.init(MemoryBytes(bytes)) }
}
