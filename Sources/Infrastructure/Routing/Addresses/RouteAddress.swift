import TextFormats

/// The declaration of the address of a type of route: its path, its access and its parameters.
///
/// ```swift
/// static let address = RouteAddress(
///     "feed", .reads, from: ShowFeed(), .query("limit", \.limit, in: 1...1000))
/// ```
///
/// The table of routes checks the declaration when it is loaded.
public struct RouteAddress<R: Route>: Sendable {
    /// The path with its parameters, such as `feed/:photo`.
    let path: String
    let access: RouteAccess
    let template: RouteTemplate
    private let initial: R
    /// The parameters: those of the path in its order, then those of the query.
    private let parameters: [RouteParameter<R>]
    private let pathParameterCount: Int

    /// Declares an address.
    ///
    /// - Parameters:
    ///   - path: segments of letters, digits, `-`, `.`, `_` and `~`, separated by `/`; a segment
    ///     `:key` stands for a parameter.
    ///   - access: whether a call by an address needs the consent of the user.
    ///   - initial: a route with the default values of optional parameters. Its properties for
    ///     required parameters are placeholders.
    ///   - parameters: the parameters of the path and of the query.
    public init(
        _ path: String, _ access: RouteAccess, from initial: R, _ parameters: RouteParameter<R>...
    ) {
        self.path = path
        self.access = access
        self.initial = initial
        template = RouteTemplate(path)
        let inPath = template.keys.compactMap { key in
            parameters.first { $0.key == key && $0.place == .path }
        }
        pathParameterCount = inPath.count
        self.parameters = inPath + parameters.filter { $0.place != .path }
        keyFaults = Self.faults(of: template.keys, parameters)
    }

    private let keyFaults: [String]

    /// The reasons why the declaration is invalid.
    var faults: [String] { template.faults + keyFaults }

    private static func faults(
        of keys: [String], _ parameters: [RouteParameter<R>]
    ) -> [String] {
        var faults: [String] = []
        var seen: Set<String> = []
        for parameter in parameters where !seen.insert(parameter.key).inserted {
            faults.append("the parameter '\(parameter.key)' is declared twice")
        }
        let declared = Set(parameters.filter { $0.place == .path }.map(\.key))
        for key in Set(keys).subtracting(declared).sorted() {
            faults.append("the path has the parameter '\(key)', which is not declared")
        }
        for key in declared.subtracting(keys).sorted() {
            faults.append("the path lacks the parameter '\(key)'")
        }
        if Set(keys).count < keys.count { faults.append("the path has a parameter twice") }
        return faults
    }
}

extension RouteAddress {
    /// Returns the route with these parameters.
    func route(
        segments: [String], query: [(key: String, value: String)]
    ) throws(RouteError) -> R {
        var route = initial
        for (parameter, text) in zip(parameters, segments) {
            try set(parameter, of: &route, to: text)
        }
        var given: Set<Int> = []
        for (key, value) in query {
            guard
                let index = parameters.indices.dropFirst(pathParameterCount)
                    .first(where: { parameters[$0].key.utf8.elementsEqual(key.utf8) })
            else { throw RouteError(.unknownKey, route: R.name, key: key) }
            guard given.insert(index).inserted else {
                throw RouteError(.doubledKey, route: R.name, key: key)
            }
            try set(parameters[index], of: &route, to: value)
        }
        for (index, parameter) in parameters.enumerated()
        where parameter.place == .requiredQuery && !given.contains(index) {
            throw RouteError(.missingKey, route: R.name, key: parameter.key)
        }
        return route
    }

    private func set(
        _ parameter: RouteParameter<R>, of route: inout R, to text: String
    ) throws(RouteError) {
        if let code = parameter.set(&route, text) {
            throw RouteError(code, route: R.name, key: parameter.key)
        }
    }

    /// Returns the address of a route.
    func text(of route: R) throws(RouteError) -> String {
        var bytes: [UInt8] = []
        var next = parameters.startIndex
        for segment in template.segments {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "/")) }
            switch segment {
            case .literal(let text): bytes += text.utf8
            case .parameter:
                guard next < pathParameterCount else { continue }
                let parameter = parameters[next]
                next += 1
                let value = try text(of: parameter, in: route) ?? ""
                guard RouteTemplate.isSegment(value) else {
                    throw RouteError(.invalidValue, route: R.name, key: parameter.key)
                }
                PercentEncoding.append(value.utf8, to: &bytes, keeping: \.isUnreserved)
            }
        }
        var separator = UInt8(ascii: "?")
        for parameter in parameters[pathParameterCount...] {
            guard let value = try text(of: parameter, in: route) else { continue }
            if parameter.place == .query,
                let initial = try? text(of: parameter, in: initial), initial == value
            {
                continue
            }
            bytes.append(separator)
            separator = UInt8(ascii: "&")
            PercentEncoding.append(parameter.key.utf8, to: &bytes, keeping: \.isUnreserved)
            bytes.append(UInt8(ascii: "="))
            PercentEncoding.append(value.utf8, to: &bytes, keeping: \.isUnreserved)
        }
        guard bytes.count <= AddressText.mostBytes else {
            throw RouteError(.tooLong, route: R.name)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func text(
        of parameter: RouteParameter<R>, in route: R
    ) throws(RouteError) -> String? {
        guard let (text, isValid) = parameter.text(route) else { return nil }
        guard isValid else { throw RouteError(.outOfRange, route: R.name, key: parameter.key) }
        return text
    }
}
