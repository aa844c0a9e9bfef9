package import Signals

extension Signal {
    /// Returns the signal with exactly one end.
    ///
    /// A producer that releases its observer without an end fails the signal with `error`.
    package func ending(orFailingWith error: Failure) -> Signal {
        Signal { observer in
            let upstream = Disposable()
            observer.onDispose(upstream)
            on(disposed: { observer.fail(error) })
                .observe(
                    within: upstream, { observer.send($0) }, ended: { observer.end($0) })
        }
    }
}
