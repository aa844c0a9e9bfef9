extension Signal {
    /// Transforms each value.
    public func map<Output>(_ transform: @escaping (Value) -> Output) -> Signal<Output, Failure> {
        Signal<Output, Failure> { observer in
            let upstream = observe({ observer.send(transform($0)) }, ended: { observer.end($0) })
            observer.onDispose { upstream.dispose() }
        }
    }
}
