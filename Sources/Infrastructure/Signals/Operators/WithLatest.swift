extension Signal {
    /// Sends each value together with the latest value of `other`.
    ///
    /// Values before the first value of `other` are dropped.
    ///
    /// ```
    /// self              --1-----2--3--|
    /// other             ----a-------b--
    /// withLatest(from:) --------2a-3b-|
    /// ```
    ///
    /// `other` is subscribed to first; its completion has no effect.
    @inlinable
    public func withLatest<Other>(
        from other: Signal<Other, Never>
    ) -> Signal<(Value, Other), Failure> {
        Signal<(Value, Other), Failure>(above: operatorPath.joined(other.operatorPath)) { sink in
            let latest = Cell<Other?>(nil)
            other.begin(
                sink.branch(sink.lifetime.makeInput()) {
                    latest.content = $0
                } ended: { (_: Completion<Never>) in
                })
            guard sink.isLive else { return }
            subscribe(
                sink.lift { value in
                    if let other = latest.content { sink.send((value, other)) }
                })
        }
    }
}
