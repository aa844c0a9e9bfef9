/// A request to the feature that serves it: a value whose type identifies the request.
///
/// A feature calls another one through a route, so that neither imports the other. Both import the
/// target that declares the route:
///
/// ```swift
/// struct ShowFeed: Route {
///     typealias Output = FeedWindow
///     var limit = 20
/// }
/// ```
///
/// The properties are the input, and `Output` is the type of the results. A route with an address
/// conforms to `AddressableRoute`.
public protocol Route<Output>: Sendable {
    /// The type of the results of a call.
    associatedtype Output: Sendable

    /// The name for errors and reports; by default the name of the type.
    static var name: String { get }
}

extension Route {
    /// The name of the type.
    public static var name: String { "\(Self.self)" }
}
