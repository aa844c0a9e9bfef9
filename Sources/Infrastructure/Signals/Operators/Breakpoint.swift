#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Signal {
    /// Stops in the debugger at a matching value or end; without a debugger, the program ends.
    public func breakpoint(
        value: @escaping (Value) -> Bool = { _ in false },
        ended: @escaping (Completion<Failure>) -> Bool = { _ in false }
    ) -> Signal {
        on(
            value: { if value($0) { raise(SIGTRAP) } },
            ended: { if ended($0) { raise(SIGTRAP) } })
    }
}
