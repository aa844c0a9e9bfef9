/// The reason why a feature is not added.
struct Refusal: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
