/// Sends a body to a path with the method `Verb`; the output is the response as it is.
///
/// One shape for the four methods that change something: `POST`, `PUT`, `PATCH`, `DELETE`.
///
/// ```swift
/// host.output(of: PUT("notes/1", body: .text("milk")))
/// ```
public struct SendingRequest<Verb: HTTPVerb>: HTTPRequest {
    /// The path behind the host's.
    public let path: String
    /// The query.
    public let query: [HTTPQueryItem]
    /// Header fields.
    public let headers: HTTPHeaders
    /// What is sent.
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

    /// The verb's.
    public var method: HTTPMethod { Verb.method }
    /// The response.
    public func handle(_ response: HTTPResponse) -> HTTPResponse { response }
}

/// A method as a type, so that requests with different methods are different types.
public protocol HTTPVerb: Sendable {
    /// The method.
    static var method: HTTPMethod { get }
}

/// The verbs of the standard requests.
public enum HTTPVerbs {
    /// Has the resource process a body.
    public enum Post: HTTPVerb {
        /// POST.
        public static var method: HTTPMethod { .post }
    }

    /// Replaces the resource with a body.
    public enum Put: HTTPVerb {
        /// PUT.
        public static var method: HTTPMethod { .put }
    }

    /// Changes the resource as a body says.
    public enum Patch: HTTPVerb {
        /// PATCH.
        public static var method: HTTPMethod { .patch }
    }

    /// Removes the resource.
    public enum Delete: HTTPVerb {
        /// DELETE.
        public static var method: HTTPMethod { .delete }
    }
}

/// Has the resource at a path process a body.
public typealias POST = SendingRequest<HTTPVerbs.Post>
/// Replaces the resource at a path with a body.
public typealias PUT = SendingRequest<HTTPVerbs.Put>
/// Changes the resource at a path as a body says.
public typealias PATCH = SendingRequest<HTTPVerbs.Patch>
/// Removes the resource at a path.
public typealias DELETE = SendingRequest<HTTPVerbs.Delete>
