public import Signals

/// The work that follows from an action, as a value: a reducer returns it, and the store performs
/// it.
///
/// A running effect is a signal of actions with an identifier. Another effect with the same
/// identifier replaces it, and `cancel(_:)` ends it:
///
/// ```swift
/// func reduce(_ state: inout SearchState, _ action: SearchAction) -> Effect<SearchAction> {
///     switch action {
///     case .typed(let text):
///         state.text = text
///         guard !text.isEmpty else { return .cancel("search") }
///         return .run(id: "search") { index.results(for: text).map(SearchAction.found) }
///     case .found(let results):
///         state.results = results
///         return .none
///     }
/// }
/// ```
///
/// The signal cannot fail: `catch` turns a failure into an action. It runs on the scheduler of the
/// store. `service.signal { … }.deliver(in: home)` sends the values of a service there.
public enum Effect<Action> {
    /// No work.
    case none
    /// Runs a signal, whose values are sent to the store, until it ends.
    ///
    /// An effect of the same identifier that is still running ends first. The store makes the
    /// signal after the observers have received the new state.
    case run(id: String, () -> Signal<Action, Never>)
    /// Ends the effect of this identifier, if it is still running.
    case cancel(String)
}
