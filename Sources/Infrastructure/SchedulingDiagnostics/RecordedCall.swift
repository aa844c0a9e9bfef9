/// One call of a service during a run: a bound call, or a checked method.
package struct RecordedCall: Sendable, CustomStringConvertible {
    private let type: Any.Type
    private let staticMethod: StaticString?

    /// Creates the record of a call; `nil` for a bound call, whose closure can call any method.
    package init(_ type: Any.Type, _ method: StaticString?) {
        self.type = type
        staticMethod = method
    }

    /// The service.
    package var service: String { "\(type)" }
    /// The method, with its labels.
    package var method: String? { staticMethod.map { "\($0)" } }
    /// The service and the method: `NodeFetcher.fetchNodes(page:)`.
    package var description: String { method.map { "\(service).\($0)" } ?? service }

    /// Whether both are calls of one service.
    package func hasService(of other: RecordedCall) -> Bool { type == other.type }
}

/// The calls of one run, in their order, without repetitions of a service.
package struct RecordedCalls: Sendable {
    /// The maximum number of calls that are kept.
    private static let most = 24

    /// The calls: the first one of each service, in the order in which they began.
    package private(set) var calls: [RecordedCall] = []

    /// Creates an empty list.
    package init() {}

    /// Adds a call, unless its service is in the list.
    ///
    /// Bound calls, whose services may be protocols, are replaced by the checked method that they
    /// call.
    package mutating func note(_ call: RecordedCall) {
        if call.method != nil { calls.removeAll { $0.method == nil } }
        if calls.contains(where: { $0.hasService(of: call) }) { return }
        if calls.count < Self.most {
            calls.append(call)
        }
    }
}
