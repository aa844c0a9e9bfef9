/// Sends a body to a path with the method of `MethodType`; the output is the unchanged response.
///
/// It is the common type of the four methods with an effect: `POST`, `PUT`, `PATCH`, `DELETE`.
///
/// ```swift
/// host.output(of: PUT("notes/1", body: .text("milk")))
/// ```
public struct BodyRequest<MethodType: HTTPMethodType>: HTTPRequest {
    /// The path, appended to the path of the host.
    public let path: String
    /// The query items.
    public let query: [HTTPQueryItem]
    /// The header fields.
    public let headers: HTTPHeaders
    /// The body that is sent.
    public let body: HTTPBody

    /// Sends `body` to `path`.
    public init(
        _ path: String = "", query: [HTTPQueryItem] = [], headers: HTTPHeaders = [:],
        body: HTTPBody = .none
    ) {
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// The method that `MethodType` stands for.
    public var method: HTTPMethod { MethodType.method }
    /// Returns the response unchanged.
    public func handle(_ response: HTTPResponse) -> HTTPResponse { response }
}

/// A method as a type, so that requests with different methods are different types.
///
/// Conform an enumeration without cases, and use it as the argument of `BodyRequest`, as
/// `HTTPMethodTypes` does for `POST`.
public protocol HTTPMethodType: Sendable {
    /// The method.
    static var method: HTTPMethod { get }
}

/// The method types of the standard requests.
public enum HTTPMethodTypes {
    /// Makes the resource process a body.
    public enum Post: HTTPMethodType {
        /// The method POST.
        public static var method: HTTPMethod { .post }
    }

    /// Replaces the resource with a body.
    public enum Put: HTTPMethodType {
        /// The method PUT.
        public static var method: HTTPMethod { .put }
    }

    /// Changes the resource as the body describes.
    public enum Patch: HTTPMethodType {
        /// The method PATCH.
        public static var method: HTTPMethod { .patch }
    }

    /// Removes the resource.
    public enum Delete: HTTPMethodType {
        /// The method DELETE.
        public static var method: HTTPMethod { .delete }
    }
}

/// Makes the resource at a path process a body.
public typealias POST = BodyRequest<HTTPMethodTypes.Post>
/// Replaces the resource at a path with a body.
public typealias PUT = BodyRequest<HTTPMethodTypes.Put>
/// Changes the resource at a path as the body describes.
public typealias PATCH = BodyRequest<HTTPMethodTypes.Patch>
/// Removes the resource at a path.
public typealias DELETE = BodyRequest<HTTPMethodTypes.Delete>
