public import Logging

extension Signal {
    /// Logs every event, and the disposal, as `name: event`.
    ///
    /// - Parameters:
    ///   - level: the level of all lines except that of a failure, which is `error`.
    ///   - describe: returns the text for a value; it must not print secrets.
    public func log(
        _ name: String, to logger: Logger = Logger(label: "signals"), level: Logger.Level = .debug,
        describe: @escaping (Value) -> String = { "\($0)" }
    ) -> Signal {
        on(
            subscribed: { logger.log(level: level, "\(name): subscribed") },
            value: { logger.log(level: level, "\(name): \(describe($0))") },
            ended: { completion in
                switch completion {
                case .completed: logger.log(level: level, "\(name): completed")
                case .failed(let error): logger.error("\(name): failed: \(error)")
                }
            },
            disposed: { logger.log(level: level, "\(name): disposed") })
    }
}
