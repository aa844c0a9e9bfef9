import Dispatch
import Foundation
import KeyedStore
import Scheduling
import Testing

/// A backend in memory that fails, or does other work, when a test requests it.
private final class ScriptedBackend: KeyedStoreBackend {
    private let memory = MemoryBackend()
    let failure = Guarded<KeyedStoreError?>(nil)
    /// Is called between the change and its saving.
    let beforeSaving = Guarded<(@Sendable () -> Void)?>(nil)
    let saveCount = Guarded(0)

    static let full = KeyedStoreError(
        .noSpace, place: "test", reason: "the disk is full", advice: "free some space")

    var place: String { "test" }
    func load() -> [UInt8]? { memory.load() }
    func setAside(_ data: [UInt8], suffix: String) -> String {
        memory.setAside(data, suffix: suffix)
    }

    func update(_ change: (_ stored: [UInt8]?) throws -> StoredChange) throws {
        try memory.update { stored in
            let next = try change(stored)
            beforeSaving.withLock { $0 }?()
            if let error = failure.withLock({ $0 }) { throw error }
            if case .save = next { saveCount.withLock { $0 += 1 } }
            return next
        }
    }
}

@Suite struct UpdateTests {
    private static let name = Key<String>("update.name", default: "me")
    private static let list = Key<[Int]>("update.list", default: [])
    private static let note = Key<String?>("update.note")

    @Test func failedSaveChangesNothing() throws {
        let backend = ScriptedBackend()
        let store = try KeyedStore(backend)
        try store.update { $0[Self.name] = "anna" }
        let before = backend.load()
        backend.failure.withLock { $0 = ScriptedBackend.full }
        let error = #expect(throws: KeyedStoreError.self) {
            try store.update { $0[Self.name] = "bert" }
        }
        #expect(error?.code == .noSpace)
        #expect(try store[Self.name] == "anna")
        #expect(backend.load() == before)
        backend.failure.withLock { $0 = nil }
        try store.update { $0[Self.list] = [1] }
        #expect(try KeyedStore(backend)[Self.name] == "anna")
    }

    @Test func updateThatChangesNothingWritesNothing() throws {
        let backend = ScriptedBackend()
        let store = try KeyedStore(backend)
        try store.update { $0[Self.name] = "anna" }
        try store.update { _ in }
        try store.update { $0[Self.name] = "anna" }
        try store.update { $0[Self.note] = nil }
        try store.update { $0.remove(Self.list) }
        #expect(backend.saveCount.withLock { $0 } == 1)
    }

    @Test func updateReturnsTheResultOfItsClosure() throws {
        let store = try KeyedStore(MemoryBackend())
        let count = try store.update { update in
            update[Self.list].append(7)
            update[Self.list].append(8)
            return update[Self.list].count
        }
        #expect(count == 2)
        #expect(try store[Self.list] == [7, 8])
    }

    @Test func valueThatIsAssignedAfterTheRemovalOfAllIsStored() throws {
        let store = try KeyedStore(MemoryBackend())
        try store.update { $0[Self.name] = "anna" }
        try store.update {
            $0.removeAll()
            $0[Self.note] = "b"
        }
        #expect(store.names == ["update.note"])
    }

    /// A read that waited for the disk would never return.
    @Test func readsDoNotWaitForTheDisk() throws {
        let backend = ScriptedBackend()
        let store = try KeyedStore(backend)
        try store.update { $0[Self.name] = "anna" }
        let saving = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)
        backend.beforeSaving.withLock {
            $0 = {
                saving.signal()
                mayEnd.wait()
            }
        }
        Thread.detachNewThread {
            _ = try? store.update { $0[Self.name] = "bert" }
            ended.signal()
        }
        saving.wait()
        #expect(try store[Self.name] == "anna")
        #expect(try store[Self.note] == nil)
        #expect(store.names == ["update.name"])
        mayEnd.signal()
        ended.wait()
        #expect(try store[Self.name] == "bert")
    }

    /// Keys are made and read while the store takes over the values of another process.
    @Test func keyThatIsMadeDuringAReloadHasTheNewValue() throws {
        let names = (0..<2_000).map { "update.made-\($0)" }
        func data(_ value: Int) -> [UInt8] {
            let entries = names.map { "\"\($0)\":{\"version\":1,\"value\":\(value)}" }
            return Array("{\"keyedStore\":1,\"values\":{\(entries.joined(separator: ","))}}".utf8)
        }
        let backend = MemoryBackend(data(1))
        let store = try KeyedStore(backend)
        let next = data(2)
        try backend.update { _ in .save(next) }
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            guard index == 0 else {
                for name in names { _ = try? store[Key<Int>(name, default: 0)] }
                return
            }
            try? store.reload()
        }
        let former = try names.filter { try store[Key<Int>($0, default: 0)] != 2 }
        #expect(former == [])
    }

    @Test func updateWithinAnUpdateTraps() async {
        let outcome = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let store = try KeyedStore(MemoryBackend())
            try store.update { _ in try store.update { $0[Self.name] = "anna" } }
        }
        let message = String(decoding: outcome?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("KeyedStore.update was called by the closure of another one"))
    }

    @Test func valueThatIsNestedTooDeeplyIsRefused() throws {
        indirect enum Nested: Codable, Sendable {
            case end
            case more(Nested)
        }
        let store = try KeyedStore(MemoryBackend())
        let deep = (0..<60).reduce(Nested.end) { nested, _ in .more(nested) }
        let error = #expect(throws: KeyedStoreError.self) {
            try store.update { $0[Key<Nested?>("update.nested")] = deep }
        }
        #expect(error?.code == .unwritable)
        #expect(store.names == [])
    }

    @Test func storeThatIsTooLargeIsRefused() throws {
        let store = try KeyedStore(MemoryBackend())
        let error = #expect(throws: KeyedStoreError.self) {
            try store.update { $0[Self.name] = String(repeating: "a", count: 17 << 20) }
        }
        #expect(error?.code == .tooLarge)
    }

    /// Every byte of valid data is removed, replaced, or preceded by another one.
    @Test func changedDataIsReadOrRefused() throws {
        let backend = MemoryBackend()
        try KeyedStore(backend).update {
            $0[Self.name] = "anna"
            $0[Self.list] = [1, 2, 3]
        }
        let valid = try #require(backend.load())
        let others = Array("\"0x{]\\".utf8) + [0, 0x80, 0xFF]
        var outcomes = (read: 0, refused: 0)
        func check(_ data: [UInt8]) throws {
            do {
                let backend = MemoryBackend(data)
                let store = try KeyedStore(backend)
                outcomes.read += 1
                _ = try? store[Self.name]
                _ = try? store[Self.list]
                let names = store.names
                try store.update { $0[Self.note] = "new" }
                #expect(try KeyedStore(backend).names == (names + ["update.note"]).sorted())
            } catch let error as KeyedStoreError {
                #expect([.damaged, .newerFormat].contains(error.code), "\(error)")
                outcomes.refused += 1
            }
        }
        for index in valid.indices {
            let (before, after) = (Array(valid[..<index]), valid[(index + 1)...])
            try check(before + after)
            for other in others {
                try check(before + [other] + after)
                try check(before + [other] + valid[index...])
            }
        }
        #expect(outcomes.read > 0 && outcomes.refused > 0)
    }
}
