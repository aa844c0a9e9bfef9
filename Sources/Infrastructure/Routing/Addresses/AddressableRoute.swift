/// A route that has an address, such as `feed/IMG_1?size=large`.
///
/// The text that a route prints leads back to an equal route:
///
/// ```swift
/// struct ShowPhoto: AddressableRoute {
///     typealias Output = Page
///     static let address = RouteAddress(
///         "feed/:photo", .reads, from: ShowPhoto(photo: ""), .path("photo", \.photo))
///     var photo: String
///     var parent: (any AddressableRoute)? { ShowFeed() }
/// }
/// ```
public protocol AddressableRoute<Output>: Route {
    /// The address, and the parameters that it carries.
    static var address: RouteAddress<Self> { get }

    /// The route behind this one, such as the list that contains a page; `nil` by default.
    var parent: (any AddressableRoute)? { get }
}

extension AddressableRoute {
    /// `nil`: the route has no parent.
    public var parent: (any AddressableRoute)? { nil }

    /// Returns the address of this route: ASCII, percent-encoded, without a scheme and a host.
    ///
    /// - Throws: `RouteError` for a value that an address cannot contain: a value out of its range,
    ///   an empty segment, `.` or `..` in the path, or a text of more than 8 KiB.
    public func addressText() throws(RouteError) -> String { try Self.address.text(of: self) }
}
