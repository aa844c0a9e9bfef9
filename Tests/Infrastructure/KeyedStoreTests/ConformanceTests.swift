import Foundation
import KeyedStore
import Scheduling
import Testing

@Suite struct ConformanceTests {
    @Test(arguments: KeyedStoreConformance.Rule.all)
    func memoryKeepsTheRules(_ rule: KeyedStoreConformance.Rule) {
        let suite = KeyedStoreConformance {
            let backend = MemoryBackend()
            return { backend }
        }
        #expect(suite.violations(of: rule) == [])
    }

    @Test(arguments: KeyedStoreConformance.Rule.all)
    func fileKeepsTheRules(_ rule: KeyedStoreConformance.Rule) {
        let suite = KeyedStoreConformance {
            let folder = try TemporaryFolder()
            return { FileBackend(path: withExtendedLifetime(folder) { folder("settings.json") }) }
        }
        #expect(suite.violations(of: rule) == [])
    }

    @Test(arguments: KeyedStoreConformance.Rule.all)
    func commandKeepsTheRules(_ rule: KeyedStoreConformance.Rule) {
        let suite = KeyedStoreConformance {
            let store = try PasswordStore()
            return { store.backend() }
        }
        #expect(suite.violations(of: rule) == [])
    }

    /// A backend that breaks the rules on purpose.
    private final class ForgetfulBackend: KeyedStoreBackend {
        enum Fault { case forgetsUpdates, savesAfterAnError, showsData }

        private let fault: Fault
        private let data = Guarded<[UInt8]?>(nil)

        init(_ fault: Fault) { self.fault = fault }

        var place: String {
            fault == .showsData ? String(decoding: load() ?? [], as: UTF8.self) : "test"
        }
        func load() -> [UInt8]? { data.withLock { $0 } }
        func setAside(_ data: [UInt8], suffix: String) -> String { "nowhere" }

        func update(_ change: (_ stored: [UInt8]?) throws -> StoredChange) throws {
            do {
                switch try change(load()) {
                case .keep: break
                case .save(let new):
                    if fault != .forgetsUpdates || load() == nil { data.withLock { $0 = new } }
                case .erase: data.withLock { $0 = nil }
                }
            } catch {
                if fault == .savesAfterAnError { data.withLock { $0 = nil } }
                throw error
            }
        }
    }

    /// The suite finds a backend that breaks its rules.
    @Test func brokenBackendsAreFound() {
        for fault in [ForgetfulBackend.Fault.forgetsUpdates, .savesAfterAnError, .showsData] {
            let suite = KeyedStoreConformance {
                let backend = ForgetfulBackend(fault)
                return { backend }
            }
            let violations = KeyedStoreConformance.Rule.all.flatMap(suite.violations(of:))
            #expect(!violations.isEmpty, "\(fault)")
        }
    }
}
