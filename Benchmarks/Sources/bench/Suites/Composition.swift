extension Suite {
    /// Compares the systems of composition with a dictionary under a lock, and with plain code.
    static let composition = Suite(name: "composition") { harness in
        let callgrind = Callgrind()
        try await CompositionLookUps.run(&harness)
        try await CompositionPrograms.run(&harness)
        try await CompositionRoutes.run(&harness, callgrind)
        try await CompositionEvents.run(&harness, callgrind)
        try await CompositionStore.run(&harness, callgrind)
        try await CompositionKeyedStore.run(&harness)
        try await CompositionServicePool.run(&harness)
    }
}
