/// What ends something: a subscription, a timer, a binding. Confined to the scheduler on which it was made.
public final class Disposable {
    private var actions: [() -> Void]
    /// Whether `dispose()` has been called.
    public private(set) var isDisposed = false

    /// A disposable that calls `action` once, when it is disposed of.
    public init(_ action: @escaping () -> Void) {
        actions = [action]
    }

    /// A disposable to which actions are added later.
    public init() {
        actions = []
    }

    /// Adds what ends together with this one; an action that comes too late runs at once.
    public func add(_ action: @escaping () -> Void) {
        if isDisposed { action() } else { actions.append(action) }
    }

    /// Adds another disposable that ends together with this one.
    public func add(_ other: Disposable) {
        add { other.dispose() }
    }

    /// Ends it; what was added is released. A second call does nothing.
    public func dispose() {
        guard !isDisposed else { return }
        isDisposed = true
        let actions = actions
        self.actions = []
        actions.forEach { $0() }
    }
}
