/// The part of a sink that receives values.
///
/// The closure of an operator that passes no terminal event on keeps this part of its sink. It then
/// has one reference less, and each subscription saves a retain and a release for each operator.
@frozen
@usableFromInline
struct ValuePath<Value> {
    @usableFromInline let lifetime: Disposable
    @usableFromInline let onValue: (Value) -> Void

    @inlinable
    init(lifetime: Disposable, onValue: @escaping (Value) -> Void) {
        self.lifetime = lifetime
        self.onValue = onValue
    }

    /// Passes a value on as the caller's last act with it.
    @inlinable
    func forward(_ value: Value) {
        if lifetime.isLive { onValue(value) }
    }

    /// Passes a value on as the caller's last act with it, then releases `former`.
    ///
    /// The release comes after the delivery, so its effects come after the value.
    @inlinable
    func forward<Former>(_ value: Value, releasing former: Former) {
        guard lifetime.state == .live else { return forwardDeep(value, releasing: former) }
        onValue(value)
        withExtendedLifetime(former) {}
    }

    @inline(never)
    @inlinable
    func forwardDeep<Former>(_ value: Value, releasing former: Former) {
        guard lifetime.state == .deep else { return }
        Trampoline.release(former)
        onValue(value)
    }
}
