/// The identifier of an effect, unique among the running effects of a store.
///
/// If several effects of the same kind can run, the identifier names their object:
///
/// ```swift
/// let id: EffectID = "thumbnail \(photo)"
/// ```
public struct EffectID: Hashable, Sendable, ExpressibleByStringInterpolation,
    CustomStringConvertible
{
    /// The text of the identifier.
    public let description: String

    /// Creates the identifier with this text.
    public init(_ text: String) { description = text }

    /// Creates the identifier with this text.
    public init(stringLiteral text: String) { description = text }
}
