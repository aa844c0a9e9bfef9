/// How requests are sent.
///
/// Each level sets what it cares for; merging puts the nearer level over the farther: gateway <
/// host < request < call.
///
/// Laws of `over(_:)`: the empty options are neutral on both sides; it is associative; a scalar that
/// is set wins over the one below; header fields replace equal names and keep the others; queries add
/// up, farther first.
///
/// Made rarely, passed often: a value is one reference, and copying it is free.
public struct HTTPOptions: Sendable {
    final class Box: Sendable {
        let fields: Fields
        init(_ fields: Fields) { self.fields = fields }
    }

    var box: Box?

    /// Options that set nothing.
    public init() {}

    /// Options as `configure` sets them.
    public init(_ configure: (inout HTTPOptions) -> Void) {
        configure(&self)
    }

    /// Whether nothing is set.
    public var isEmpty: Bool { box == nil }

    /// These options over `below`.
    public func over(_ below: HTTPOptions) -> HTTPOptions {
        guard let box else { return below }
        guard let under = below.box else { return self }
        var merged = HTTPOptions()
        merged.box = Box(box.fields.over(under.fields))
        return merged
    }

    /// Which value this is: options that were copied from one another share it.
    package var identity: ObjectIdentifier? { box.map { ObjectIdentifier($0) } }

    package static let none = Fields()

    package var fields: Fields {
        get { box?.fields ?? Self.none }
        set { box = Box(newValue) }
    }
}

extension HTTPOptions: Equatable {
    /// Whether both set the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.identity == right.identity || left.fields == right.fields
    }
}
