/// Carries what was handed over by `sending` through one more closure, which the compiler does not follow.
package struct Transferred<Value>: @unchecked Sendable {  // a `sending` value, used once
    package let value: Value

    package init(_ value: sending Value) {
        self.value = value
    }
}
