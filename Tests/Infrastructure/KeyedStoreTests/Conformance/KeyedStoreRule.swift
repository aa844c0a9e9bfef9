/// A rule for the backends of a `KeyedStore`.
struct KeyedStoreRule: Sendable, CustomStringConvertible {
    /// The rule in one sentence.
    let description: String
    let check: @Sendable (KeyedStoreHarness) throws -> Void

    init(
        _ description: String,
        _ check: @escaping @Sendable (KeyedStoreHarness) throws -> Void
    ) {
        self.description = description
        self.check = check
    }

    static let all: [KeyedStoreRule] = values + updates + damage + sharing + secrets
}
