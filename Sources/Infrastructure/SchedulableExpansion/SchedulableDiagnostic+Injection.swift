/// Diagnostics for types whose properties are injected.
extension SchedulableDiagnostic {
    static let injectionPlace = SchedulableDiagnostic(
        "injectionPlace", "@Injected applies to classes and structures, and to their properties")

    static let uninjectedType = SchedulableDiagnostic(
        "uninjectedType", "an injected property needs @Injected before its class or structure, too")

    static let injectedProperty = SchedulableDiagnostic(
        "injectedProperty",
        "an injected property is one 'let' with a type and without a value: "
            + "'@Injected(HostKey.self) let host: any Host'")

    static func unfilled(_ name: String) -> SchedulableDiagnostic {
        SchedulableDiagnostic(
            "unfilled",
            "'\(name)' has no value in the initialiser that @Injected writes: give it a value, or "
                + "write '@Injected(…)' before it")
    }
}
