/// Diagnostics for models.
extension SchedulableDiagnostic {
    static let modelPlace = SchedulableDiagnostic(
        "modelPlace", "@Model applies to structures without generic parameters")

    static let modelWithoutKey = SchedulableDiagnostic(
        "modelWithoutKey",
        "a model needs a key, by which its rows are found: write '@PrimaryKey' before the "
            + "properties of the key")

    static let modelProperty = SchedulableDiagnostic(
        "modelProperty",
        "a property of a model is declared alone and with its type, is not lazy, and has no value "
            + "if it is a 'let': 'let name: String'")

    static func modelMark(_ name: String) -> SchedulableDiagnostic {
        SchedulableDiagnostic(
            "modelMark", "@\(name) applies to the properties of a structure with @Model")
    }
}
