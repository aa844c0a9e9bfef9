import Scheduling

extension ServicePlan {
    /// Binds a key to a factory.
    ///
    /// - Parameters:
    ///   - key: the key that the module provides.
    ///   - creation: when the service is made.
    ///   - needs: the values that the factory receives, such as `HostKey.here`.
    ///   - make: makes the service; it runs on the scheduler of the key's role, under no lock.
    @_disfavoredOverload
    public func bind<Key: ServiceKey, each Need: ServiceNeed>(
        _ key: Key.Type, when creation: ServiceCreation = .firstUse, _ needs: repeat each Need,
        make: @escaping @Sendable (repeat (each Need).Value) throws -> Key.Service,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        let factory = Factory<Key> { scope in try make(repeat (each needs).resolve(in: scope)) }
        add(factory, creation, requirements(of: repeat each needs), file, line)
    }

    /// Binds the key of a thread-safe service to a factory, which runs on any thread.
    ///
    /// When several threads use the service first, one of them makes it, and the others wait. Their
    /// schedulers run no other work meanwhile, so the factory must not wait for a scheduler that
    /// may use the service. With the moment `start`, the factory runs on the scheduler of the
    /// set-up.
    public func bind<Key: SharedServiceKey, each Need: ServiceNeed>(
        _ key: Key.Type, when creation: ServiceCreation = .firstUse, _ needs: repeat each Need,
        make: @escaping @Sendable (repeat (each Need).Value) throws -> Key.Service,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        let factory = Factory<Key>(shared: { scope in
            try make(repeat (each needs).resolve(in: scope))
        })
        add(factory, creation, requirements(of: repeat each needs), file, line)
    }

    /// Binds the key of a service of the main actor to a factory, which belongs to the main actor.
    public func bind<Key: MainServiceKey, each Need: ServiceNeed>(
        _ key: Key.Type, when creation: ServiceCreation = .firstUse, _ needs: repeat each Need,
        make: @escaping @MainActor (repeat (each Need).Value) throws -> Key.Service,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        let factory = Factory<Key>(main: { scope in
            try make(repeat (each needs).resolve(in: scope))
        })
        add(factory, creation, requirements(of: repeat each needs), file, line)
    }

    private func requirements<each Need: ServiceNeed>(
        of needs: repeat each Need
    ) -> [Requirement] {
        var requirements: [Requirement] = []
        repeat requirements += (each needs).requirements
        return requirements
    }
}
