/// A token that ends its subscription when the last reference to the token is released.
///
/// ```swift
/// @MainActor final class Screen {
///     private var search: ScopedDisposable?
///
///     func show(_ results: Signal<[String], Never>) {
///         search = ScopedDisposable(results.observe { print($0) })   // ends the former search
///     }
/// }
/// ```
///
/// The `Disposable` that `observe` returns may be dropped without an effect, because the source
/// keeps its subscription. For several subscriptions that end together, keep one `Disposable` and
/// pass it to `observe(within:)`.
///
/// The last reference may be released on any scheduler: the subscription ends on its own scheduler.
public final class ScopedDisposable {  // not @Schedulable: may be released on any scheduler
    private let content: Disposable

    /// Creates a token that disposes of `content` when it is released.
    public init(_ content: Disposable) {
        self.content = content
    }

    deinit {
        content.dispose()
    }

    /// Whether the subscription is over; the answer may be out of date on another scheduler.
    public var isDisposed: Bool { content.isDisposed }

    /// Ends the subscription, as `Disposable.dispose()` does.
    public func dispose() {
        content.dispose()
    }
}
