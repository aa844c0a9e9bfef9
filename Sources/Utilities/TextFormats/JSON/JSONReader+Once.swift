extension JSONReader {
    /// Reads a string into a field that must not have occurred before.
    package mutating func readOnce(_ field: inout String?) throws(JSONError) {
        if field != nil { throw duplicate() }
        field = try string()
    }

    /// Reads a string, or `null` for none, into a field that must not have occurred before.
    package mutating func readOnceIfPresent(_ field: inout String?) throws(JSONError) {
        if field != nil { throw duplicate() }
        field = try null() ? nil : try string()
    }

    /// Reads an integer, or `null` for none, into a field that must not have occurred before.
    package mutating func readOnceIfPresent(_ field: inout Int64?) throws(JSONError) {
        if field != nil { throw duplicate() }
        field = try null() ? nil : try integer()
    }
}
