import HTTPTypes

/// Header fields that many responses have, which are checked once.
///
/// A server with a dozen of them would otherwise examine each name and value for each response.
package struct FixedFields: Sendable {
    let fields: [HTTPField]

    /// The fields in the order in which they are sent.
    ///
    /// A field whose name is not a valid token is omitted.
    package init(_ fields: [(name: String, value: String)] = []) {
        self.fields = fields.compactMap { name, value in
            HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
        }
    }
}
