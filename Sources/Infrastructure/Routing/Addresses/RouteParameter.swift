/// A parameter of an address, and the property of the route that it sets.
///
/// ```swift
/// .path("photo", \.photo), .query("limit", \.limit, in: 1...1000)
/// ```
public struct RouteParameter<R: Route>: Sendable {
    enum Place: Sendable { case path, query, requiredQuery }

    /// The name of the parameter.
    let key: String
    let place: Place
    /// Sets the property; returns the error if the text is not a value.
    let set: @Sendable (inout R, String) -> RouteError.Code?
    /// The text of the property, and whether the value is valid; `nil` if the address needs none.
    let text: @Sendable (R) -> (text: String, isValid: Bool)?

    /// A segment of the path: `:key` in the template.
    public static func path<Value: AddressValue>(
        _ key: String, _ property: any WritableKeyPath<R, Value> & Sendable
    ) -> RouteParameter {
        RouteParameter(key, .path, property) { _ in true }
    }

    /// A pair `key=value` of the query.
    ///
    /// Without `required`, an address may omit the parameter: the route then has the default value.
    /// A value that is equal to the default is not printed.
    public static func query<Value: AddressValue>(
        _ key: String, _ property: any WritableKeyPath<R, Value> & Sendable, required: Bool = false
    ) -> RouteParameter {
        RouteParameter(key, required ? .requiredQuery : .query, property) { _ in true }
    }

    /// A pair `key=value` of the query whose value lies in a range.
    public static func query<Value: AddressValue & Comparable>(
        _ key: String, _ property: any WritableKeyPath<R, Value> & Sendable,
        in range: ClosedRange<Value>
    ) -> RouteParameter {
        RouteParameter(key, .query, property, accepting: range.contains)
    }

    /// A pair `key=value` of the query; without it, the value is `nil`.
    public static func query<Value: AddressValue>(
        _ key: String, _ property: any WritableKeyPath<R, Value?> & Sendable
    ) -> RouteParameter {
        RouteParameter(
            key: key, place: .query,
            set: { route, text in
                guard let value = Value(addressText: text), value.isWritten(text) else {
                    return .invalidValue
                }
                route[keyPath: property] = value
                return nil
            },
            text: { route in route[keyPath: property].map { ($0.addressText, true) } })
    }
}

extension RouteParameter {
    private init<Value: AddressValue>(
        _ key: String, _ place: Place, _ property: any WritableKeyPath<R, Value> & Sendable,
        accepting accepts: @escaping @Sendable (Value) -> Bool
    ) {
        self.init(
            key: key, place: place,
            set: { route, text in
                guard let value = Value(addressText: text), value.isWritten(text) else {
                    return .invalidValue
                }
                guard accepts(value) else { return .outOfRange }
                route[keyPath: property] = value
                return nil
            },
            text: { route in
                let value = route[keyPath: property]
                return (value.addressText, accepts(value))
            })
    }
}

extension AddressValue {
    /// Whether `text` is the text of this value, byte for byte.
    fileprivate func isWritten(_ text: String) -> Bool {
        addressText.utf8.elementsEqual(text.utf8)
    }
}
