/// Something that happened, for receivers that the poster does not know.
///
/// ```swift
/// struct LibraryChanged: Event {
///     static let name: EventName = "library.changed"
///     let account: String
/// }
/// ```
///
/// An event is a value of one moment, and is not kept for later receivers. State that must be known
/// later belongs into a `Property`.
public protocol Event: Sendable {
    /// The name of this type of event, which no other type has.
    static var name: EventName { get }
}
