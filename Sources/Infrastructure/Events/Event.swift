/// Something that happened, for receivers that the poster does not know.
///
/// ```swift
/// struct LibraryChanged: Event {
///     let account: String
/// }
/// ```
///
/// The type identifies the event. An event is delivered to the receivers that are registered when
/// it is posted. It is not kept for later receivers; use a `Property` for a state that they need.
public protocol Event: Sendable {}
