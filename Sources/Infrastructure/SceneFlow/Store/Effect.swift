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
public struct Effect<Action> {
    @usableFromInline
    indirect enum Content {
        case run(EffectID, () -> Signal<Action, Never>)
        case cancel(EffectID)
        case send(Action)
        case dropped
        case all([Content])
    }

    /// One reference, so that a reducer returns "no effect" without memory.
    @usableFromInline let content: Content?

    @inlinable
    init(_ content: Content?) { self.content = content }

    /// No work.
    @inlinable public static var none: Effect { Effect(nil) }

    /// The part of the state that the action addresses is gone; the store counts such actions.
    public static var dropped: Effect { Effect(.dropped) }

    /// Runs a signal, whose values are sent to the store, until it ends.
    ///
    /// An effect of the same identifier that is still running ends first. The store calls `make`
    /// after the observers have received the new state.
    public static func run(
        id: EffectID, _ make: @escaping () -> Signal<Action, Never>
    ) -> Effect {
        Effect(.run(id, make))
    }

    /// Ends the effect of this identifier, if it is still running.
    public static func cancel(_ id: EffectID) -> Effect { Effect(.cancel(id)) }

    /// Queues an action after those that wait.
    public static func send(_ action: Action) -> Effect { Effect(.send(action)) }

    /// Performs several effects, in this order.
    public static func all(_ effects: Effect...) -> Effect { all(effects) }

    /// Performs several effects, in this order.
    public static func all(_ effects: [Effect]) -> Effect {
        let contents = effects.compactMap(\.content)
        return contents.count < 2 ? Effect(contents.first) : Effect(.all(contents))
    }

    /// Returns the effect with its actions converted to another type.
    public func map<Other>(_ transform: @escaping (Action) -> Other) -> Effect<Other> {
        Effect<Other>(content.map { Self.map($0, transform) })
    }

    private static func map<Other>(
        _ content: Content, _ transform: @escaping (Action) -> Other
    ) -> Effect<Other>.Content {
        switch content {
        case .run(let id, let make): .run(id) { make().map(transform) }
        case .cancel(let id): .cancel(id)
        case .send(let action): .send(transform(action))
        case .dropped: .dropped
        case .all(let contents): .all(contents.map { map($0, transform) })
        }
    }
}

extension Effect {
    /// Reduces an action of a part of the state that may be gone.
    ///
    /// Without the part the effect is `dropped`: the action changes nothing, and the store counts
    /// it. The part can be an optional, or an element of a dictionary:
    ///
    /// ```swift
    /// func reduce(_ state: inout Albums, _ action: AlbumsAction) -> Effect<AlbumsAction> {
    ///     switch action {
    ///     case .album(let id, let action):
    ///         .part(&state.albums[id], action, reduceAlbum) { .album(id, $0) }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - part: the part, which the reducer changes in place.
    ///   - action: the action for the part.
    ///   - reducer: the reducer of the part.
    ///   - embed: converts an action of the part's effects into an action of the whole state.
    public static func part<Part, PartAction>(
        _ part: inout Part?, _ action: PartAction,
        _ reducer: (inout Part, PartAction) -> Effect<PartAction>,
        _ embed: @escaping (PartAction) -> Action
    ) -> Effect {
        // Taken out, so that the reducer changes the only copy.
        guard var present = part.take() else { return .dropped }
        defer { part = present }
        return reducer(&present, action).map(embed)
    }
}
