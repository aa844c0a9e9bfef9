import FeedFeature
import StubFeature

let modules: [Any.Type] = [FeedModule.self, StubModule.self]
