/// The counts of a hub, at one moment.
public struct EventReport: Sendable {
    /// The counts of one type of event.
    public struct Posts: Hashable, Sendable {
        /// The name of the event.
        public let name: EventName
        /// The number of posts.
        public let posted: Int
        /// The number of posts that no receiver received.
        public let unreceived: Int
        /// The number of receivers.
        public let receivers: Int
    }

    /// The counts of one receiver.
    public struct Receiver: Hashable, Sendable {
        /// The events that it receives: a name or a pattern.
        public let events: String
        /// The name of its scheduler.
        public let scheduler: String
        /// The number of events that it has received.
        public let delivered: Int
        /// The number of events at which it threw an error.
        public let failed: Int
        /// The number of events that wait; `nil` for a receiver without a limit.
        public let waiting: Int?
        /// The number of events that its limit has dropped or replaced.
        public let dropped: Int
        /// The number of events that exceeded its limit, because their poster could not wait.
        public let exceeded: Int
    }

    /// The types of events that were declared, posted or received, by name.
    public let posts: [Posts]
    /// The receivers, in the order in which they registered.
    public let receivers: [Receiver]

    /// The counts of the event with this name; `nil` if the hub does not have it.
    public func posts(of name: EventName) -> Posts? { posts.first { $0.name == name } }
}
