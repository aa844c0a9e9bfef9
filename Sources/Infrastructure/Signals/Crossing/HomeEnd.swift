import Logging
public import Scheduling

/// The way in which a subscription ends when its home scheduler ends.
///
/// It fails, or it ends without an event and a line is logged.
@usableFromInline
struct HomeEnd<Failure: Error>: Sendable {
    private let home: any Scheduler
    private let failure: (@Sendable () -> Failure)?

    @usableFromInline
    init(of home: any Scheduler, failure: (@Sendable () -> Failure)?) {
        self.home = home
        self.failure = failure
    }

    /// Ends a subscription because of the end of the home scheduler.
    @usableFromInline
    func end<Target: HopTarget<Value, Failure>, Value>(_ target: Target) {
        if let failure {
            target.end(.event(.failed(failure())))
        } else if target.end(.vanished) {
            log()
        }
    }

    /// Ends a subscription whose producer has released it.
    ///
    /// A scheduler that takes no more work has skipped the item that would have kept the producer.
    @usableFromInline
    func vanish<Target: HopTarget<Value, Failure>, Value>(_ target: Target) {
        if home.schedule({}) == .shutDown { end(target) } else { target.end(.vanished) }
    }

    /// Ends a subscription on the home scheduler itself.
    @usableFromInline
    func end<Value>(_ sink: Sink<Value, Failure>) {
        if let failure { return sink.end(.failed(failure())) }
        sink.lifetime.dispose()
        log()
    }

    private func log() {
        Logger(label: "signals").error(
            "a signal ended because its scheduler '\(home.name)' was shut down")
    }
}
