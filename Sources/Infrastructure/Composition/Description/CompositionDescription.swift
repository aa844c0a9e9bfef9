/// A program's modules, services and scopes as values, for reports such as a drawing of the graph.
///
/// `Scope.describe()` returns it, from any thread: the plan, and the scopes with their states at
/// this moment.
public struct CompositionDescription: Codable, Equatable, Sendable {
    /// A module, with the names of keys that its services bind and need.
    public struct Module: Codable, Equatable, Sendable {
        /// The name of the module.
        public let name: String
        /// The abilities that were found in it.
        public let abilities: [String]
        /// The services that it binds, without those that an override replaced.
        public let provides: [String]
        /// The services of other modules that its services need.
        public let needs: [String]
    }

    /// A service of the plan.
    public struct Service: Codable, Equatable, Sendable {
        /// The name of the key.
        public let name: String
        /// The module that binds the key.
        public let module: String
        /// The file of the binding, as `Module/File.swift`.
        public let file: String
        /// The line of the binding.
        public let line: UInt
        /// The name of the role.
        public let role: String
        /// The name of the scheduler; `nil` for a thread-safe service.
        public let scheduler: String?
        /// The level of the scopes that make it.
        public let level: ScopeLevel
        /// When it is made.
        public let creation: ServiceCreation
        /// Whether it replaces the binding of a module.
        public let isOverride: Bool
        /// The edges of the graph from this service.
        public let needs: [Need]
    }

    /// An edge of the graph.
    public struct Need: Codable, Equatable, Sendable {
        /// The name of the key that is needed.
        public let service: String
        /// Whether the service itself is needed, and not a handle to it.
        public let isDirect: Bool
    }

    /// An open scope, with the states of its services.
    public struct Scope: Codable, Equatable, Sendable {
        /// The number of the scope, in the order of opening.
        public let number: Int
        /// The number of the scope in which it was opened; `nil` for the program.
        public let parent: Int?
        /// The level of the scope.
        public let level: ScopeLevel
        /// The name of the scope.
        public let name: String
        /// The states by the names of the keys.
        public let states: [String: ServiceState]
    }

    /// The modules in the order of their names.
    public let modules: [Module]
    /// The services, each after those that it needs.
    public let services: [Service]
    /// The scopes of the program that exist, in the order of opening.
    public let scopes: [Scope]
}
