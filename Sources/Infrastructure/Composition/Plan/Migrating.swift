/// A module that brings stored data up to date before anything uses it.
///
/// The migrations of all modules run one after another, in the order of their names, each time that
/// a scope starts, before its services are made. A module whose data belongs to an account looks at
/// the scope's level.
///
/// A type has to declare this conformance together with that to `Module`: not in a subclass, not
/// for some of its generic arguments only, and not in another target. A debug build traps
/// otherwise.
public protocol Migrating: Module {
    /// Brings the data of `scope` up to date; it runs in a task.
    ///
    /// - Throws: an error that ends the start of the scope.
    func migrate(_ scope: Scope) async throws
}

extension Migrating {
    /// The module.
    public var migrating: (any Migrating)? { self }
}
