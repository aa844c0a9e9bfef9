/// A fault that the stub injects into the next requests of a route.
public struct InjectedFault: Sendable, Equatable {
    /// The kind of fault.
    public enum Effect: Sendable, Equatable {
        /// A response with this status instead of the usual one.
        ///
        /// 429 and 503 usually have a `Retry-After` header.
        case status(Int, headers: [String: String] = [:], body: String = "")
        /// The response's head and this many bytes of its body; then the connection is closed.
        case truncate(afterBytes: Int)
        /// The body is sent at this rate.
        case trickle(bytesPerSecond: Int)
        /// A page without entries and with `has_more`; the cursor does not move.
        case emptyPage
        /// 409 `reset`, as for a cursor that Dropbox has invalidated.
        case reset
        /// A listing or metadata has a wrong `content_hash`.
        ///
        /// A thumbnail has wrong bytes. So does a download, unless the file is on the disk.
        case wrongHash
        /// 401 `expired_access_token`.
        case expiredToken
        /// 200 with this text in place of the JSON.
        case garbage(String)
        /// The connection is closed without a response.
        case close
    }

    /// The route, such as `files/list_folder/continue` or `oauth2/token`; `*` is every route.
    ///
    /// Requests below `/control/` have no faults.
    public var route: String
    /// The number of requests with the fault.
    public var count: Int
    /// The number of requests of the route that are served normally before the fault.
    public var skip: Int
    /// The delay of a request before anything else happens.
    public var delay: Duration
    /// The kind of fault; `nil` for a delay only.
    public var effect: Effect?

    /// Describes `effect`, `delay` or both for the next `count` requests of `route`.
    public init(
        route: String, count: Int = 1, skip: Int = 0, delay: Duration = .zero,
        effect: Effect? = nil
    ) {
        self.route = route
        self.count = count
        self.skip = skip
        self.delay = delay
        self.effect = effect
    }
}

extension InjectedFault: Decodable {
    private enum Key: String, CodingKey {
        case route, count, skip, delay, effect, status, headers, body, bytes
    }

    /// Decodes a fault from JSON.
    ///
    /// The form is `{"route", "count"?, "skip"?, "delay"? (seconds), "effect"?}`, where `effect` is
    /// `status` (with `status`, `headers`?, `body`?), `truncate` or `trickle` (with `bytes`),
    /// `empty_page`, `reset`, `wrong_hash`, `expired_token`, `garbage` (with `body`) or `close`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        func number(_ key: Key, default standard: Int? = nil) throws -> Int {
            if let standard, !values.contains(key) { return standard }
            let number = try values.decode(Int.self, forKey: key)
            guard number >= 0 else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: values, debugDescription: "must not be negative")
            }
            return number
        }
        let delay = try values.decodeIfPresent(Double.self, forKey: .delay) ?? 0
        guard (0...86_400).contains(delay) else {
            throw DecodingError.dataCorruptedError(
                forKey: .delay, in: values, debugDescription: "must be 0 to 86,400 seconds")
        }
        let body = try values.decodeIfPresent(String.self, forKey: .body)
        let effect: Effect?
        switch try values.decodeIfPresent(String.self, forKey: .effect) {
        case nil: effect = nil
        case "status":
            let headers = try values.decodeIfPresent([String: String].self, forKey: .headers)
            let status = try number(.status)
            guard (200...599).contains(status) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .status, in: values, debugDescription: "must be 200 to 599")
            }
            effect = .status(status, headers: headers ?? [:], body: body ?? "")
        case "truncate": effect = .truncate(afterBytes: try number(.bytes))
        case "trickle": effect = .trickle(bytesPerSecond: max(1, try number(.bytes)))
        case "empty_page": effect = .emptyPage
        case "reset": effect = .reset
        case "wrong_hash": effect = .wrongHash
        case "expired_token": effect = .expiredToken
        case "garbage": effect = .garbage(body ?? "this is not JSON")
        case "close": effect = .close
        case let other?:
            throw DecodingError.dataCorruptedError(
                forKey: .effect, in: values, debugDescription: "unknown effect \(other)")
        }
        self.init(
            route: try values.decode(String.self, forKey: .route),
            count: try number(.count, default: 1), skip: try number(.skip, default: 0),
            delay: .seconds(delay), effect: effect)
    }
}
