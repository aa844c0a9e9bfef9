import Synchronization

/// A module that has registered routes, and whether it has been removed.
final class RegisteredModule: Sendable {
    let name: String
    private let removal = Atomic(false)

    init(_ name: String) { self.name = name }

    var isRemoved: Bool { removal.load(ordering: .acquiring) }

    func remove() { removal.store(true, ordering: .releasing) }
}

/// Something that a module registered, and that holds the module's services until its removal.
protocol Registration: AnyObject, Sendable {
    var module: RegisteredModule { get }

    /// Releases the services; the module has been removed.
    func release()
}
