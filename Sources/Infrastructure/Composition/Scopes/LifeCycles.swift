/// Finds the services that have a life cycle.
enum LifeCycles {
    /// Whether `service` has to be stopped.
    ///
    /// The check reads the type and not the value, because a cast of a value that fails searches
    /// all conformances of the process several times. A service of an optional type has no life
    /// cycle.
    static func has<Service>(_ service: Service) -> Bool {
        type(of: service as Any) is any ServiceLifeCycle.Type
    }
}
