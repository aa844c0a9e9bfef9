package import Scheduling
import Signals

/// The common part of all gateways: option merging, redirects, deadlines, handlers, observation.
///
/// A gateway is an engine with a transport.
@Schedulable
package final class HTTPEngine {
    package let home: SchedulerIsolation
    package let scheduler: any Scheduler
    let transport: any HTTPTransport
    let observation: HTTPObservation
    package let options: HTTPOptions
    private var lastMerge: (nearer: HTTPOptions, merged: HTTPOptions)?
    // unsafe, exclusivity: .unchecked: one scheduler uses it; a check costs each request
    /// The exchanges under way, which end with the gateway.
    @SchedulableProperty(exclusivity: .unchecked) private var exchanges: [any AnyExchange] = []
    /// The error of later exchanges; `nil` until the gateway ends.
    private(set) var ending: HTTPError?
    private var whenIdle: [() -> Void] = []

    package init(
        in home: SchedulerIsolation, over transport: any HTTPTransport, options: HTTPOptions,
        observation: HTTPObservation
    ) {
        self.home = home
        scheduler = home.scheduler(for: "gateway")
        self.transport = transport
        self.options = options
        self.observation = observation
    }

    /// The number of exchanges under way.
    package var count: Int {
        checkScheduler()
        return exchanges.count
    }

    /// Ends every present exchange with `error`; later ones fail with it too.
    package func end(with error: HTTPError) {
        ending = error
        for exchange in exchanges { exchange.fail(error) }
    }

    /// Refuses later exchanges with `error`, and calls `done` when the present ones have ended.
    package func close(with error: HTTPError, whenIdle done: @escaping () -> Void) {
        ending = error
        whenIdle.append(done)
        notifyIfIdle()
    }

    func add(_ exchange: some AnyExchange) {
        exchange.index = exchanges.count
        exchanges.append(exchange)
    }

    func remove(_ exchange: any AnyExchange) {
        // The last exchange moves to the free place: constant time.
        let last = exchanges.removeLast()
        if last !== exchange {
            exchanges[exchange.index] = last
            last.index = exchange.index
        }
        if !whenIdle.isEmpty { notifyIfIdle() }
    }

    private func notifyIfIdle() {
        guard exchanges.isEmpty else { return }
        let done = whenIdle
        whenIdle = []
        done.forEach { $0() }
    }

    /// Merges options and keeps the last result, because hosts pass the same options repeatedly.
    func merge(_ nearer: HTTPOptions) -> HTTPOptions {
        if nearer.isEmpty { return options }
        if let lastMerge, lastMerge.nearer.identity == nearer.identity { return lastMerge.merged }
        let merged = nearer.over(options)
        lastMerge = (nearer, merged)
        return merged
    }
}
