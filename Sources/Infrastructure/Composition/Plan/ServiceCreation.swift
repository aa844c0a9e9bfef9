/// The moment at which a scope makes a service.
public enum ServiceCreation: String, Codable, Sendable {
    /// At the start of the scope; the start ends when the service is ready.
    case start
    /// At the first use in the scope.
    case firstUse
    /// At each use; the user owns the instance, and the scope neither starts nor stops it.
    case each
}
