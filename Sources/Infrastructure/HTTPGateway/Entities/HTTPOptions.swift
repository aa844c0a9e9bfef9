/// The options for sending requests.
///
/// Each level sets only the options that it needs. Merging puts the nearer level over the farther
/// one: gateway < host < request < call.
///
/// Laws of `over(_:)`: the empty options are neutral on both sides. The operation is associative. A
/// scalar that is set overrides the one below. Header fields replace fields of the same name and
/// keep the others. Queries are concatenated, the farther level first.
///
/// Options are made rarely and passed often: a value is one reference, and copying it is cheap.
public struct HTTPOptions: Sendable {
    final class Box: Sendable {
        let fields: Fields
        init(_ fields: Fields) { self.fields = fields }
    }

    var box: Box?

    /// Creates options that set nothing.
    public init() {}

    /// Creates options that `configure` sets.
    public init(_ configure: (inout HTTPOptions) -> Void) {
        configure(&self)
    }

    /// Whether no option is set.
    public var isEmpty: Bool { box == nil }

    /// Returns these options merged over `below`.
    public func over(_ below: HTTPOptions) -> HTTPOptions {
        guard let box else { return below }
        guard let under = below.box else { return self }
        var merged = HTTPOptions()
        merged.box = Box(box.fields.over(under.fields))
        return merged
    }

    /// The identity of the storage, which copies share.
    package var identity: ObjectIdentifier? { box.map { ObjectIdentifier($0) } }

    package static let none = Fields()

    package var fields: Fields {
        get { box?.fields ?? Self.none }
        set { box = Box(newValue) }
    }
}

extension HTTPOptions: Equatable {
    /// Whether both set the same values.
    public static func == (left: Self, right: Self) -> Bool {
        left.identity == right.identity || left.fields == right.fields
    }
}
