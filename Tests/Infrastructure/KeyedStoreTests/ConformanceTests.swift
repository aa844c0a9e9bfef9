import Foundation
import KeyedStore
import Testing

@Suite struct ConformanceTests {
    @Test(arguments: KeyedStoreRule.all)
    func memoryKeepsTheRules(_ rule: KeyedStoreRule) throws {
        let backend = MemoryBackend()
        try rule.check(KeyedStoreHarness { backend })
    }

    @Test(arguments: KeyedStoreRule.all)
    func fileKeepsTheRules(_ rule: KeyedStoreRule) throws {
        let folder = try TemporaryFolder()
        try rule.check(KeyedStoreHarness { FileBackend(path: folder("settings.json")) })
    }

    @Test(arguments: KeyedStoreRule.all)
    func commandKeepsTheRules(_ rule: KeyedStoreRule) throws {
        let store = try PasswordStore()
        try rule.check(KeyedStoreHarness { store.backend() })
    }
}
