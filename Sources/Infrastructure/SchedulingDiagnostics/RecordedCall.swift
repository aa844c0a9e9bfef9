/// One call of a service during a run: a bound call, or a checked method.
struct RecordedCall: Sendable, CustomStringConvertible {
    private let type: Any.Type
    private let staticMethod: StaticString?

    /// Creates the record of a call; `nil` for a bound call, whose closure can call any method.
    init(_ type: Any.Type, _ method: StaticString?) {
        self.type = type
        staticMethod = method
    }

    /// The service.
    var service: String { "\(type)" }
    /// The method, with its labels.
    var method: String? { staticMethod.map { "\($0)" } }
    /// The service and the method: `NodeFetcher.fetchNodes(page:)`.
    var description: String { method.map { "\(service).\($0)" } ?? service }
}
