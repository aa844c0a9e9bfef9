/// The summary of a route in one sentence, and how it ended.
package struct ShownSummary: Sendable, Equatable {
    /// The sentence.
    package let text: String
    /// Whether the route did everything that was requested.
    package let end: ShownResult

    package init(_ text: String, _ end: ShownResult) {
        self.text = text
        self.end = end
    }
}
