/// The moment at which a scope makes a service.
public enum ServiceCreation: String, Codable, Sendable {
    /// At the start of the scope, which ends when the service exists.
    case start
    /// At the first use in the scope.
    case firstUse
}
