/// Carries what was handed over by `sending` through one more closure, which the compiler does not follow.
@frozen
@usableFromInline
package struct Transferred<Value>: @unchecked Sendable {  // a `sending` value, used once
    @usableFromInline package let value: Value

    @inlinable
    package init(_ value: sending Value) {
        self.value = value
    }
}
