/// A request's method.
///
/// Open: a method that nobody here has heard of is one line in your module.
///
/// ```swift
/// extension HTTPMethod { static let propfind = HTTPMethod("PROPFIND", isSafe: true, isIdempotent: true) }
/// ```
public struct HTTPMethod: Hashable, Sendable, CustomStringConvertible {
    /// The method as it goes over the wire.
    public let name: String
    /// Whether it only reads (RFC 9110, 9.2.1); redirects are followed for such methods only.
    public let isSafe: Bool
    /// Whether sending it twice is as good as once (RFC 9110, 9.2.2); only then may it be retried.
    public let isIdempotent: Bool

    /// A method named `name`, which must be a token (RFC 9110, 5.6.2).
    ///
    /// A name with other characters is refused when a request with it is pushed.
    public init(_ name: String, isSafe: Bool = false, isIdempotent: Bool = false) {
        self.name = name
        self.isSafe = isSafe
        self.isIdempotent = isIdempotent
    }

    /// Reads a resource.
    public static let get = HTTPMethod("GET", isSafe: true, isIdempotent: true)
    /// Reads a resource's head.
    public static let head = HTTPMethod("HEAD", isSafe: true, isIdempotent: true)
    /// Has the resource process a body.
    public static let post = HTTPMethod("POST")
    /// Replaces a resource.
    public static let put = HTTPMethod("PUT", isIdempotent: true)
    /// Changes a part of a resource.
    public static let patch = HTTPMethod("PATCH")
    /// Removes a resource.
    public static let delete = HTTPMethod("DELETE", isIdempotent: true)
    /// Asks what can be done with a resource.
    public static let options = HTTPMethod("OPTIONS", isSafe: true, isIdempotent: true)

    /// Two methods are one when their names are.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The name.
    public var description: String { name }

    var isToken: Bool { !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter) }
}
