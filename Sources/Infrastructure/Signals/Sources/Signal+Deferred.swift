extension Signal {
    /// The signal that `make` gives, asked anew for each subscription.
    @inlinable
    public static func deferred(_ make: @escaping () -> Signal) -> Signal {
        Signal(above: nil, holdsSignals: true) { sink in
            let made = make()
            if sink.isLive { made.subscribe(sink.lift(sink.onValue)) }
        }
    }
}
