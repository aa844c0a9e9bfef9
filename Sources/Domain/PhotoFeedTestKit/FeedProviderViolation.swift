// not a BoundaryError: a failed test
/// An observation that violates a rule of `FeedProviderConformance`.
package struct FeedProviderViolation: Error, CustomStringConvertible {
    /// The observation in one sentence.
    package let description: String

    init(_ description: String) { self.description = description }
}
