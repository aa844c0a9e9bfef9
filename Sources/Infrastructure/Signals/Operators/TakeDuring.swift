extension Signal {
    /// Sends the values until `lifetime` ends, then completes.
    ///
    /// ```
    /// self          --1---2--3--4-|
    /// lifetime      -------^
    /// take(during:) --1---2|
    /// ```
    ///
    /// `observe(within:)` ends a subscription without an event; this operator completes, so that
    /// code downstream can react to the end. A lifetime that has ended completes the signal at
    /// once, before any value. If `lifetime` belongs to another scheduler, the completion is posted
    /// from there to the scheduler of the subscription.
    public func take(during lifetime: Disposable) -> Signal {
        take(until: lifetime.ended)
    }
}

extension Disposable {
    /// A signal that sends one value and completes when this ends, or at once if it has ended.
    var ended: Signal<Void, Never> {
        // Weak: a signal, which can be subscribed to again, does not keep the lifetime from being
        // released.
        Signal(above: nil) { [weak self] sink in
            let end = {
                sink.send(())
                sink.end(.completed)
            }
            guard let self else { return end() }
            let ending = Disposable(end)
            // Removes `ending` from this lifetime; its action does nothing then. Weak: it keeps the
            // subscription.
            sink.lifetime.add { [weak ending] in ending?.dispose() }
            add(ending)
        }
    }
}
