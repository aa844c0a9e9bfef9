import Persistence
import PersistenceTestKit
import Testing

// snippet PersistenceConformance
