package import FeedFeature

package struct StubModule {
    package let feed: FeedModule
}
