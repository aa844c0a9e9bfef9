public import Signals

/// Waits for changes of a feed at its server, without repeated requests.
///
/// A service of the business logic, confined to the scheduler on which it was made.
///
/// A program that watches a library asks it between two runs. The technique is long polling (RFC
/// 6202).
public protocol ChangeNotifier: AnyObject {
    /// Returns a signal of one answer: whether the feed has changed since `cursor`.
    ///
    /// Cold: each subscription is a request, which the server answers when there are changes, or
    /// after several minutes. Disposal cancels it. A request that fails is not repeated. It fails
    /// with `.cursorReset` when the feed has to be listed again.
    func changes(since cursor: FeedCursor) -> Signal<ChangeNotice, FeedError>
}

/// The answer to the question for changes.
public struct ChangeNotice: Hashable, Sendable {
    /// Whether the feed has changed.
    public let hasChanges: Bool
    /// The least time before a further question, as the server states it.
    public let backOff: Duration

    /// Creates an answer.
    public init(hasChanges: Bool, backOff: Duration = .zero) {
        self.hasChanges = hasChanges
        self.backOff = backOff
    }
}
