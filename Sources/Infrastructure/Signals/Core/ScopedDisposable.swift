/// A token that ends its subscription when nobody keeps the token any more.
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
/// The `Disposable` that `observe` returns may be dropped without an effect, because the source keeps its subscription. For
/// several subscriptions that end together, keep one `Disposable` and give it to `observe(within:)`.
///
/// The last reference may die on any scheduler: the subscription ends on its own one.
public final class ScopedDisposable {  // not @Schedulable: may be released on any scheduler
    private let content: Disposable

    /// A token for what `content` ends.
    public init(_ content: Disposable) {
        self.content = content
    }

    deinit {
        content.dispose()
    }

    /// Whether it is over; elsewhere than at home the answer may be a moment old.
    public var isDisposed: Bool { content.isDisposed }

    /// Ends it, as `Disposable.dispose()` does.
    public func dispose() {
        content.dispose()
    }
}
