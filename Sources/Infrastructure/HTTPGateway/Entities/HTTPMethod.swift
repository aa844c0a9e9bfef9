/// The method of a request.
///
/// The type is open: a method that is missing here takes one line in your module.
///
/// ```swift
/// extension HTTPMethod {
///     static let propfind = HTTPMethod("PROPFIND", isSafe: true, isIdempotent: true)
/// }
/// ```
public struct HTTPMethod: Hashable, Sendable, CustomStringConvertible {
    /// The method's name on the wire.
    public let name: String
    /// Whether the method only reads (RFC 9110, 9.2.1); redirects are followed only then.
    public let isSafe: Bool
    /// Whether sending the request twice has the same effect as once (RFC 9110, 9.2.2).
    ///
    /// It is the default of `HTTPRequest.isRepeatable`, which decides about retries.
    public let isIdempotent: Bool

    /// Creates a method named `name`, which must be a token (RFC 9110, 5.6.2).
    ///
    /// Pushing a request whose method's name has other characters fails with `.invalidRequest`.
    public init(_ name: String, isSafe: Bool = false, isIdempotent: Bool = false) {
        self.name = name
        self.isSafe = isSafe
        self.isIdempotent = isIdempotent
    }

    /// Reads a resource.
    public static let get = HTTPMethod("GET", isSafe: true, isIdempotent: true)
    /// Reads a resource's head.
    public static let head = HTTPMethod("HEAD", isSafe: true, isIdempotent: true)
    /// Makes the resource process a body.
    public static let post = HTTPMethod("POST")
    /// Replaces a resource.
    public static let put = HTTPMethod("PUT", isIdempotent: true)
    /// Changes a part of a resource.
    public static let patch = HTTPMethod("PATCH")
    /// Removes a resource.
    public static let delete = HTTPMethod("DELETE", isIdempotent: true)
    /// Queries the methods that a resource supports.
    public static let options = HTTPMethod("OPTIONS", isSafe: true, isIdempotent: true)

    /// Two methods are equal if their names are equal.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The method's name.
    public var description: String { name }

    var isToken: Bool { !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter) }
}
