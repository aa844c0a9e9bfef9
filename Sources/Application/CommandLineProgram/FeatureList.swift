/// The features of the program.
///
/// A feature has abilities, which are protocols. A command finds the functions of other features by
/// the protocol of these functions:
///
///     for feed in features.with((any FeedFunctions).self) { … }
package struct FeatureList: Sendable {
    private let modules: [any Sendable]

    package init(_ modules: [any Sendable]) { self.modules = modules }

    /// The features with this ability, in their order.
    package func with<Ability>(_ ability: Ability.Type) -> [Ability] {
        modules.compactMap { $0 as? Ability }
    }
}
