extension Signal {
    /// The values until `lifetime` ends; completes then.
    ///
    /// ```
    /// self          --1---2--3--4-|
    /// lifetime      -------^
    /// take(during:) --1---2|
    /// ```
    ///
    /// `observe(within:)` ends a subscription without an event; this operator completes, so that what follows can act on the end. A
    /// lifetime that has ended completes the signal at once, before any value. Where `lifetime` belongs to another scheduler, the
    /// completion is posted from there to the scheduler of the subscription.
    public func take(during lifetime: Disposable) -> Signal {
        take(until: lifetime.ended)
    }
}

extension Disposable {
    /// One value and the completion when this ends, or at once when it has ended.
    var ended: Signal<Void, Never> {
        // Weak: a signal that can be subscribed to again does not keep the lifetime from its release.
        Signal(above: nil) { [weak self] sink in
            guard let self else { return sink.finish(.completed, behind: ()) }
            let end = Disposable { sink.finish(.completed, behind: ()) }
            // Removes `end` from this lifetime; its action does nothing then. Weak: `end` keeps the subscription.
            sink.lifetime.add { [weak end] in end?.dispose() }
            add(end)
        }
    }
}
