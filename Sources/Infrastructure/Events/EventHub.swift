public import BoundaryErrors

/// Delivers events from posters to receivers that do not know each other.
///
/// ```swift
/// hub.receive(LibraryChanged.self, by: tracker, in: home) { tracker, event in
///     tracker.count(event.account)
/// }
/// hub.post(LibraryChanged(account: "a"))
/// ```
///
/// A receiver is an object on a scheduler. The hub does not keep it alive, and calls it on the
/// scheduler on which it registered. Any thread may post, and a post never runs a receiver. The
/// events of one poster arrive in their order; an event that is posted during a delivery arrives
/// after it. Events are not kept for later receivers.
///
/// Use an event if the poster does not know its receivers. For state, use a `Property`; for a
/// stream of a known service, a `Signal`; and for an observer with several methods, `Listeners`.
///
/// Cost of a post: a short lock and a look-up, and about 100 ns for each receiver. A `Mailbox`,
/// which has one receiver and one type of value, costs a tenth.
public final class EventHub: Sendable {
    let directory = EventDirectory()

    /// Creates a hub, for example the bus of a flow; a type of event is registered at its first
    /// use.
    ///
    /// The program traps at the first use of a type whose name another type has.
    public init() {}

    /// Creates a hub with the events of all modules.
    ///
    /// - Throws: all faults of the table.
    public init(_ table: EventTable) throws(DeclarationError) {
        if let error = DeclarationError(in: "the table of events", table.faults) { throw error }
        for declaration in table.declarations { directory.introduce(declaration.type) }
    }

    /// The number of receivers.
    ///
    /// A receiver that has been released counts until the next event for it.
    public var receiverCount: Int { directory.count }

    /// The counts of posts, deliveries, failures and losses.
    public var report: EventReport { directory.report }
}
