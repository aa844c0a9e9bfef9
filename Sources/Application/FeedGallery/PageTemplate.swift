/// A page in HTML with placeholders, such as `{{title}}`.
package enum PageTemplate {
    /// Replaces the placeholders by their values, which are markup.
    ///
    /// A placeholder within a value stays as it is. One without a value is a programmer error.
    package static func filled(_ page: [UInt8], _ values: [String: String]) -> String {
        String(decoding: page, as: UTF8.self).replacing(/{{(\w+)}}/) { placeholder in
            guard let value = values[String(placeholder.1)] else {
                preconditionFailure("a page has an unknown placeholder: \(placeholder.0)")
            }
            return value
        }
    }
}
