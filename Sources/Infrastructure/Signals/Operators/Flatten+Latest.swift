/// Runs the latest inner signal only.
@usableFromInline
final class LatestFlatten<Value, Failure: Error> {
    @usableFromInline let sink: Sink<Value, Failure>
    @usableFromInline let current: Cell<Disposable?>
    @exclusivity(unchecked) @usableFromInline var isOuterDone = false

    @inlinable
    init(_ sink: Sink<Value, Failure>) {
        self.sink = sink
        current = Cell(nil)
        sink.lifetime.add { [current] in current.content?.dispose() }
    }

    @inlinable
    func accept(_ inner: Signal<Value, Failure>) {
        guard sink.isLive else { return }
        let lifetime = Disposable()
        let previous = current.content
        current.content = lifetime
        previous?.dispose()
        // What the disposal brought about may have been the end, or a yet later inner signal.
        guard sink.isLive, !lifetime.isDisposed else { return }
        inner.attach(
            sink.branch(lifetime) { [sink] in
                sink.forward($0)
            } ended: { [self] (completion: Completion<Failure>) in
                guard completion.isSuccess else { return sink.end(completion) }
                if current.content === lifetime { current.content = nil }
                endIfDone()
            })
    }

    @inlinable
    func end(_ completion: Completion<Failure>) {
        guard completion.isSuccess else { return sink.end(completion) }
        isOuterDone = true
        endIfDone()
    }

    @inlinable
    func endIfDone() {
        if isOuterDone, current.content == nil { sink.end(.completed) }
    }
}
