import Scheduling
package import Signals

@SchedulableExtension
extension HTTPEngine {
    /// See `RequestGateway`.
    package func push<Request: HTTPRequest>(
        _ request: Request, to url: HTTPURL, options: HTTPOptions
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
        Signal { [self] observer in
            if let ending { return observer.fail(ending) }
            let exchange = Exchange(
                request, to: url, options: merge(options.over(request.options)), engine: self,
                observer: observer)
            add(exchange)
            // Retains the exchange, which may otherwise be released before the subscription has
            // ended.
            observer.onDispose { exchange.stop() }
            exchange.begin()
        }
    }
}
