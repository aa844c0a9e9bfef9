import TextFormats

/// The path of an address, such as `feed/:photo`, as segments.
struct RouteTemplate: Sendable {
    enum Segment: Sendable {
        case literal(String)
        /// The key of the parameter.
        case parameter(String)
    }

    let segments: [Segment]
    /// The reasons why the path is invalid.
    let faults: [String]

    /// Reads a path; an empty one has no segments.
    init(_ text: String) {
        var segments: [Segment] = []
        var faults: [String] = []
        let parts = text.isEmpty ? [] : text.split(separator: "/", omittingEmptySubsequences: false)
        for part in parts {
            let isParameter = part.first == ":"
            let name = String(isParameter ? part.dropFirst() : part)
            let isValid = Self.isSegment(name) && name.utf8.allSatisfy(\.isUnreserved)
            if !isValid { faults.append("'\(part)' is not a segment of a path") }
            segments.append(isParameter ? .parameter(name) : .literal(name))
        }
        self.segments = segments
        self.faults = faults
    }

    /// Whether an address can contain the text as a segment of its path.
    ///
    /// Browsers and proxies remove an empty segment, `.` and `..`, however they are encoded.
    static func isSegment(_ text: String) -> Bool {
        !text.isEmpty && text != "." && text != ".."
    }

    /// Returns the parameters of a path in its order; `nil` if the path is another one.
    ///
    /// - Parameter path: the decoded segments.
    func parameters(of path: [String]) -> [String]? {
        guard path.count == segments.count else { return nil }
        var parameters: [String] = []
        for (segment, text) in zip(segments, path) {
            switch segment {
            case .literal(let literal): if literal != text { return nil }
            case .parameter: parameters.append(text)
            }
        }
        return parameters
    }

    /// The order in which paths are tried: a literal segment precedes a parameter.
    var order: String {
        segments.map { if case .literal = $0 { "0" } else { "1" } }.joined()
    }

    /// The path without the names of the parameters, for comparison.
    var shape: String {
        segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .parameter: ":"
            }
        }.joined(separator: "/")
    }

    /// The keys of the parameters, in the order of the path.
    var keys: [String] {
        segments.compactMap { segment in
            if case .parameter(let key) = segment { key } else { nil }
        }
    }
}
