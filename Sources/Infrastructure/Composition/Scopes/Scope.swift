/// The services of a program, an account or a flow.
///
/// `Assembly.compose(on:)` makes the scope of the program, and `open` makes a narrower one. Scopes
/// of the same level share only the services of the wider scopes.
///
/// ```swift
/// let program = try assembly.compose(on: [.main: MainScheduler.shared, .business: business])
/// try await program.start()
/// let account = program.open(.account, named: "ada")
/// try await account.start()
/// let nodes = try await account.handle(NodeFetcherKey.self).run { $0.count }
/// await account.stop()
/// await program.stop()
/// ```
///
/// A scope may be passed to any scheduler. A look-up of an existing service allocates nothing. It
/// takes no lock, except for a thread-safe service, which takes a short one.
///
/// A started scope exists until it is stopped, even when no reference to it is left. A scope that
/// was not started releases its services when it is released, except those that a handle keeps.
public final class Scope: Sendable {
    /// The level of the scope.
    public let level: ScopeLevel
    /// The name that distinguishes the scope from others of its level, such as that of the account.
    public let name: String
    /// The scope in which it was opened; `nil` for the program.
    public let parent: Scope?
    let id: ScopeID
    let engine: LifeCycleEngine
    let graph: ServiceGraph
    /// The numbers of the slots.
    @usableFromInline let table: KeyTable
    /// The slots of this scope and of those around it; `nil` for those of narrower ones.
    @usableFromInline let slots: [(any AnyObject & Sendable)?]

    init(
        of graph: ServiceGraph, _ engine: LifeCycleEngine, _ level: ScopeLevel, named name: String,
        in parent: Scope?
    ) {
        id = engine.open(level, named: name, in: parent?.id)
        self.engine = engine
        self.graph = graph
        table = graph.table
        self.level = level
        self.name = name
        self.parent = parent
        slots = graph.makeSlots(for: level, id, around: parent?.slots, engine)
        engine.attach(self, as: id)
    }

    deinit { engine.forget(id) }

    /// Opens a narrower scope, whose services begin with its `start` or at their first use.
    ///
    /// When this scope stops, the scopes that are open in it stop first.
    ///
    /// - Parameters:
    ///   - level: a level below that of this scope.
    ///   - name: the name that distinguishes the scope from others of its level.
    public func open(_ level: ScopeLevel, named name: String) -> Scope {
        precondition(
            level > self.level,
            "a scope of the level '\(self.level)' cannot contain one of '\(level)'")
        return Scope(of: graph, engine, level, named: name, in: self)
    }
}
