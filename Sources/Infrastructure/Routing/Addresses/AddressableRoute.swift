/// A route that has an address, such as `feed/IMG_1?size=large`.
///
/// A text can lead to it if the address is `external`, and the text that an address prints leads
/// back to an equal route:
///
/// ```swift
/// struct ShowPhoto: AddressableRoute {
///     typealias Output = Page
///     static let address = RouteAddress(
///         "feed/:photo", .external(.reads), from: ShowPhoto(photo: ""), .path("photo", \.photo))
///     var photo: String
///     var parent: (any AddressableRoute)? { ShowFeed() }
/// }
/// ```
public protocol AddressableRoute<Output>: Route {
    /// The address, and the parameters that it carries.
    static var address: RouteAddress<Self> { get }

    /// The route that lies behind this one, to which Back leads; `nil` by default.
    ///
    /// It has to be external where this one is.
    var parent: (any AddressableRoute)? { get }
}

extension AddressableRoute {
    /// `nil`: no route lies behind this one.
    public var parent: (any AddressableRoute)? { nil }

    /// Returns the address of this route: ASCII, percent-encoded, without a scheme and a host.
    ///
    /// - Throws: `RouteError` for a value that an address cannot carry: one out of its range, an
    ///   empty segment of the path, `.` and `..`, and more than 8 KiB.
    public func addressText() throws(RouteError) -> String { try Self.address.text(of: self) }
}
