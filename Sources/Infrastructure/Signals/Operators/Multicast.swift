extension Signal {
    /// Sends the events to `subject` from now on, until the result is disposed of.
    ///
    /// Other code subscribes to the subject's own signal; the caller chooses when to connect.
    @inlinable
    @discardableResult
    public func multicast(to subject: Subject<Value, Failure>) -> Disposable {
        observe(
            { [weak subject] in subject?.send($0) }, ended: { [weak subject] in subject?.end($0) })
    }

    /// Builds a part of the graph that uses this signal several times, over one subscription to it.
    ///
    /// ```swift
    /// pages.multicast { pages in pages.map(\.count).merge(with: pages.map(\.errors)) }
    /// ```
    @inlinable
    public func multicast<Output, OutputFailure>(
        _ build: @escaping (Signal) -> Signal<Output, OutputFailure>
    ) -> Signal<Output, OutputFailure> {
        Signal<Output, OutputFailure>(above: operatorPath) { sink in
            let subject = Subject<Value, Failure>()
            let connection = sink.lifetime.makeInput()
            build(subject.signal).begin(sink)
            begin(
                sink.branch(connection) {
                    subject.observerList.send($0)
                } ended: { (completion: Completion<Failure>) in
                    subject.observerList.end(completion)
                })
        }
    }
}
