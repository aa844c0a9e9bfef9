extension JSONWriter {
    /// Writes a member with a string; `null` for `nil`.
    package mutating func member(_ name: StaticString, _ value: String?) {
        self.name(name)
        if let value { string(value) } else { null() }
    }

    /// Writes a member with a whole number; `null` for `nil`.
    package mutating func member(_ name: StaticString, _ value: (some BinaryInteger)?) {
        self.name(name)
        if let value { integer(value) } else { null() }
    }

    /// Writes a member with a number; `null` for `nil`, infinity and NaN.
    package mutating func member(_ name: StaticString, _ value: Double?) {
        self.name(name)
        if let value { double(value) } else { null() }
    }

    /// Writes a member with a string of characters that need no escape, such as Base64.
    package mutating func member(_ name: StaticString, plain value: some Sequence<UInt8>) {
        self.name(name)
        string(plain: value)
    }

    /// Writes a member with `true` or `false`.
    package mutating func member(_ name: StaticString, _ value: Bool) {
        self.name(name)
        boolean(value)
    }

    /// Writes a member with an object, whose members `body` writes.
    package mutating func object(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        self.name(name)
        object(body)
    }

    /// Writes a member with an array, whose elements `body` writes.
    package mutating func array(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        self.name(name)
        array(body)
    }
}
