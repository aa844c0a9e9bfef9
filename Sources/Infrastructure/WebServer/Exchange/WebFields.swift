import HTTPTypes

/// The header fields of a request, by lower-case names.
///
/// It is a view of the server's own fields: a value is decoded when it is read.
package struct WebFields: Sendable, Sequence {
    private let fields: HTTPFields

    init(_ fields: HTTPFields) {
        self.fields = fields
    }

    /// The value of the first field with a name in lower case; `nil` if there is none.
    ///
    /// The `Host` field is not among them: the server has checked it.
    package subscript(name: String) -> String? {
        fields.first { $0.name.canonicalName == name }.map(text(of:))
    }

    /// Iterates over the fields in the order of their arrival.
    package func makeIterator() -> Iterator { Iterator(base: fields.makeIterator()) }

    /// An iterator over fields.
    package struct Iterator: IteratorProtocol {
        fileprivate var base: HTTPFields.Iterator

        /// The name in lower case and the value of the next field.
        package mutating func next() -> (name: String, value: String)? {
            base.next().map { ($0.name.canonicalName, text(of: $0)) }
        }
    }
}

/// The value of a field, whose bytes may be raw UTF-8.
private func text(of field: HTTPField) -> String {
    field.withUnsafeBytesOfValue { String(decoding: $0, as: UTF8.self) }
}
