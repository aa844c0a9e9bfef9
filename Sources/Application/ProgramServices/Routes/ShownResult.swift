/// The end of a route that shows its result itself.
package enum ShownResult: Sendable {
    /// The route did everything that was requested.
    case complete
    /// The route did it except for some entries.
    case partial
}
