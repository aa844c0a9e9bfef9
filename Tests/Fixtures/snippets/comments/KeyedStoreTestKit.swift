import Foundation
import KeyedStore
import KeyedStoreTestKit
import Testing

// snippet KeyedStoreConformance
