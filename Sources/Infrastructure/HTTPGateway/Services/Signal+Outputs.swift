public import Signals

extension Signal {
    /// Returns only the outputs of a request, without progress, heads and timings.
    public func outputs<Output: Sendable>() -> Signal<Output, Failure>
    where Value == HTTPEvent<Output> {
        Signal<Output, Failure> { observer in
            let upstream = observe(
                { event in if case .output(let output) = event { observer.send(output.output) } },
                ended: { observer.end($0) })
            observer.onDispose { upstream.dispose() }
        }
    }
}
