/// Finds the services that have a life cycle.
enum LifeCycles {
    /// Whether `service` has to be started or stopped.
    ///
    /// The type is asked and not the value, because a cast of a value that fails searches all
    /// conformances of the process several times. A service of an optional type has none.
    static func has<Service>(_ service: Service) -> Bool {
        type(of: service as Any) is any ServiceLifeCycle.Type
    }
}
