import CommandLineProgram
import FeedFeature
import StubFeature

extension FeatureList {
    /// The features of this program, in the order of the help.
    ///
    /// A feature is a target, an import, and an element of this list.
    static let all = FeatureList([
        FeedModule(),
        StubModule(),
    ])
}
