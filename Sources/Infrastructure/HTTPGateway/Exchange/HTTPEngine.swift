package import Scheduling
package import Signals

/// What every gateway does alike, whatever moves the bytes: merging options, redirects, deadlines,
/// handlers, observation.
///
/// A gateway is this over a transport.
@Schedulable
package final class HTTPEngine {
    package let scheduler: any Scheduler
    let transport: any HTTPTransport
    let observation: HTTPObservation
    package let options: HTTPOptions
    private var lastMerge: (nearer: HTTPOptions, merged: HTTPOptions)?
    // unsafe, exclusivity: .unchecked: one scheduler uses it; a check costs each request
    /// The exchanges under way, to end them when the gateway does.
    @SchedulableProperty(exclusivity: .unchecked) private var exchanges: [any AnyExchange] = []
    private var ending: HTTPError?
    private var whenIdle: [() -> Void] = []

    package init(
        on scheduler: any Scheduler, over transport: any HTTPTransport, options: HTTPOptions,
        observation: HTTPObservation
    ) {
        self.scheduler = scheduler
        self.transport = transport
        self.options = options
        self.observation = observation
    }

    /// See `RequestGateway`.
    package func push<Request: HTTPRequest>(
        _ request: Request, to url: HTTPURL, options: HTTPOptions
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
        Signal { [self] observer in
            if let ending { return observer.fail(ending) }
            let exchange = Exchange(
                request, to: url, options: merge(options.over(request.options)), engine: self,
                observer: observer)
            exchange.place = exchanges.count
            exchanges.append(exchange)
            // Holds it: whoever ends it may let it go before the subscription has ended.
            observer.onDispose { exchange.stop() }
            exchange.begin()
        }
    }

    /// How many exchanges are under way.
    package var count: Int {
        checkScheduler()
        return exchanges.count
    }

    /// Ends every exchange, present and future, with `error`.
    package func end(with error: HTTPError) {
        ending = error
        for exchange in exchanges { exchange.fail(error) }
    }

    /// Refuses exchanges to come with `error`, and calls `done` when the present ones have ended.
    package func close(with error: HTTPError, whenIdle done: @escaping () -> Void) {
        ending = error
        whenIdle.append(done)
        settle()
    }

    func remove(_ exchange: any AnyExchange) {
        // The last one takes its place: constant time.
        let last = exchanges.removeLast()
        if last !== exchange {
            exchanges[exchange.place] = last
            last.place = exchange.place
        }
        if !whenIdle.isEmpty { settle() }
    }

    private func settle() {
        guard exchanges.isEmpty else { return }
        let done = whenIdle
        whenIdle = []
        done.forEach { $0() }
    }

    /// Hosts pass the same options again and again: the last merge is kept.
    private func merge(_ nearer: HTTPOptions) -> HTTPOptions {
        if nearer.isEmpty { return options }
        if let lastMerge, lastMerge.nearer.identity == nearer.identity { return lastMerge.merged }
        let merged = nearer.over(options)
        lastMerge = (nearer, merged)
        return merged
    }
}

/// An exchange whose request type does not matter.
protocol AnyExchange: AnyObject {
    /// Where it is in the engine's list.
    var place: Int { get set }
    func fail(_ error: HTTPError)
}
