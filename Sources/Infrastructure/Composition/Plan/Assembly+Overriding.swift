extension Assembly {
    /// Returns the assembly with another factory for a key, for example with a stub for tests.
    ///
    /// The moment of creation is that of the module's binding. An override may also provide a key
    /// that no module binds, so a test can compose a single module. Of several overrides of a key,
    /// the last one applies.
    ///
    /// - Parameters:
    ///   - key: the key whose binding is replaced.
    ///   - needs: the values that the factory receives.
    ///   - make: makes the service.
    @_disfavoredOverload
    public func overriding<Key: ServiceKey, each Need: ServiceNeed>(
        _ key: Key.Type, _ needs: repeat each Need,
        make: @escaping @Sendable (repeat (each Need).Value) throws -> Key.Service,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Assembly {
        adding { $0.bind(key, repeat each needs, make: make, file: file, line: line) }
    }

    /// Returns the assembly with another factory for the key of a thread-safe service.
    public func overriding<Key: SharedServiceKey, each Need: ServiceNeed>(
        _ key: Key.Type, _ needs: repeat each Need,
        make: @escaping @Sendable (repeat (each Need).Value) throws -> Key.Service,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Assembly {
        adding { $0.bind(key, repeat each needs, make: make, file: file, line: line) }
    }

    /// Returns the assembly with another factory for the key of a service of the main actor.
    public func overriding<Key: MainServiceKey, each Need: ServiceNeed>(
        _ key: Key.Type, _ needs: repeat each Need,
        make: @escaping @MainActor (repeat (each Need).Value) throws -> Key.Service,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Assembly {
        adding { $0.bind(key, repeat each needs, make: make, file: file, line: line) }
    }
}
