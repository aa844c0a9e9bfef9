import Scheduling

/// The way to make the service of a key.
struct Factory<Key: ServiceKey>: Sendable {
    typealias Make = @Sendable (LocalScope) throws -> Key.Service

    /// Returns the storage of the service in one scope.
    let makeSlot: @Sendable (ServiceSite) -> any AnyServiceSlot
    /// Whether the service is thread-safe.
    let isShared: Bool
    /// Whether the service belongs to the main actor.
    private(set) var needsMainActor = false

    /// Creates the factory of a service that lives on the scheduler of its role.
    init(_ make: @escaping Make) {
        makeSlot = { PinnedSlot<Key>(at: $0, make) }
        isShared = false
    }
}

extension Factory where Key: SharedServiceKey {
    /// Creates the factory of a thread-safe service.
    init(shared make: @escaping Make) {
        makeSlot = { SharedSlot<Key>(at: $0, make) }
        isShared = true
    }
}

extension Factory where Key: MainServiceKey {
    /// Creates the factory of a service of the main actor.
    init(main make: @escaping @MainActor (LocalScope) throws -> Key.Service) {
        self.init { scope in
            let scope = scope.scope
            return try MainActor.assumeIsolated {
                try make(LocalScope(scope, .main))
            }
        }
        needsMainActor = true
    }
}
