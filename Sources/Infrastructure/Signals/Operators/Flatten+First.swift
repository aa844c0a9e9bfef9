/// Runs one inner signal, and drops those that come meanwhile.
@usableFromInline
final class FirstFlatten<Value, Failure: Error> {
    @usableFromInline let sink: Sink<Value, Failure>
    @usableFromInline let current: Cell<Disposable?>
    @exclusivity(unchecked) @usableFromInline var isOuterDone = false

    @inlinable
    init(_ sink: Sink<Value, Failure>) {
        self.sink = sink
        current = Cell(nil)
        sink.lifetime.add { [current] in current.content?.dispose() }
    }

    /// Whether an inner signal runs.
    @inlinable
    var isBusy: Bool { current.content != nil }

    @inlinable
    func accept(_ inner: Signal<Value, Failure>) {
        guard sink.isLive, !isBusy else { return }
        let lifetime = Disposable()
        current.content = lifetime
        inner.attach(
            sink.branch(lifetime) { [sink] in
                sink.forward($0)
            } ended: { [self] (completion: Completion<Failure>) in
                current.content = nil
                if completion.isSuccess { endIfDone() } else { sink.end(completion) }
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
        if isOuterDone, !isBusy { sink.end(.completed) }
    }
}
