import Scheduling

/// The services of a program or an account.
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
    /// The number of the scope in its program, in the order of opening.
    let number: Int
    let graph: ServiceGraph
    let observer: (@Sendable (ServiceTransition) -> Void)?
    let life = Guarded(ScopeLife())
    /// The numbers of the slots.
    @usableFromInline let table: [ObjectIdentifier: Int]
    /// The slots of this scope and of those around it; `nil` for those of narrower ones.
    @usableFromInline let slots: [(any AnyObject & Sendable)?]

    init(
        of graph: ServiceGraph, _ level: ScopeLevel, named name: String, in parent: Scope?,
        _ observer: (@Sendable (ServiceTransition) -> Void)?
    ) {
        self.graph = graph
        self.observer = observer
        self.level = level
        self.name = name
        self.parent = parent
        number = graph.nextScope()
        table = graph.table
        let reference = ScopeReference()
        slots = graph.makeSlots(for: level, of: reference, around: parent?.slots)
        reference.refer(to: self)
        guard let parent else { return }
        let isOpen = parent.life.withLock { life in
            life.children.removeAll { $0.scope == nil }
            life.children.append(ScopeLife.Child(scope: self))
            return life.phase == .open
        }
        if !isOpen { life.withLock { $0.phase = .stopped } }
    }

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
        return Scope(of: graph, level, named: name, in: self, observer)
    }

    /// Returns the storage of the service of a binding of this scope, or of one around it.
    func slot(of binding: Int) -> (any AnyServiceSlot)? { slots[binding] as? any AnyServiceSlot }
}
