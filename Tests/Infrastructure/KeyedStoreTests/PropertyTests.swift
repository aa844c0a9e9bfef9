import KeyedStore
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@Suite struct PropertyTests {
    private static let count = Key<Int>("property.count", default: 0)
    private static let note = Key<String?>("property.note")

    /// Keeps a property for its scheduler.
    private final class Holder: @unchecked Sendable {  // used by one thread
        var property: Property<Int>?
    }

    @Test func propertyArrivesOnItsScheduler() throws {
        let store = try KeyedStore(MemoryBackend())
        let (first, second) = (VirtualScheduler(name: "A"), VirtualScheduler(name: "B"))
        let seen = Recorder<String>()
        let properties = try [first, second].map { scheduler in
            try scheduler.enter {
                let property = try store.property(of: Self.count, in: .here)
                property.changes.observe { seen.add("\(Schedulers.current?.name ?? "none")\($0)") }
                return property
            }
        }
        try store.update { $0[Self.count] = 1 }
        #expect(seen.values == [])
        #expect(try store[Self.count] == 1)
        first.runUntilIdle()
        #expect(seen.values == ["A1"])
        second.runUntilIdle()
        #expect(seen.values == ["A1", "B1"])
        for (scheduler, property) in zip([first, second], properties) {
            #expect(scheduler.enter { property.value } == 1)
        }
    }

    @Test func changesOfOtherKeysDoNotArrive() throws {
        let store = try KeyedStore(MemoryBackend())
        let scheduler = VirtualScheduler()
        let seen = Recorder<String?>()
        let property = try scheduler.enter { try store.property(of: Self.note, in: .here) }
        scheduler.enter { _ = property.changes.observe { seen.add($0) } }
        try store.update { $0[Self.count] = 1 }
        scheduler.runUntilIdle()
        #expect(seen.values == [])
        try store.update { $0[Self.note] = "a" }
        try store.update { $0[Self.note] = nil }
        scheduler.runUntilIdle()
        #expect(seen.values == ["a", nil])
    }

    @Test func unreadableChangeDoesNotArrive() throws {
        let backend = MemoryBackend()
        let store = try KeyedStore(backend)
        let scheduler = VirtualScheduler()
        try store.update { $0[Self.count] = 1 }
        let property = try scheduler.enter { try store.property(of: Self.count, in: .here) }
        let bad =
            "{\"keyedStore\":1,\"values\":{\"property.count\":{\"version\":1,\"value\":\"\"}}}"
        try backend.update { _ in .save(Array(bad.utf8)) }
        try store.reload()
        scheduler.runUntilIdle()
        #expect(scheduler.enter { property.value } == 1)
        #expect(throws: KeyedStoreError.self) { try store[Self.count] }
        #expect(throws: KeyedStoreError.self) {
            try scheduler.enter { _ = try store.property(of: Self.count, in: .here) }
        }
    }

    @Test func releasedPropertyLeavesNothing() throws {
        let store = try KeyedStore(MemoryBackend())
        let scheduler = VirtualScheduler()
        let holder = Holder()
        try scheduler.enter { holder.property = try store.property(of: Self.count, in: .here) }
        #expect(store.observationCount == 1)
        scheduler.enter { holder.property = nil }
        #expect(store.observationCount == 0)
        try scheduler.enter { holder.property = try store.property(of: Self.count, in: .here) }
        // On another thread than that of the scheduler.
        holder.property = nil
        scheduler.runUntilIdle()
        #expect(store.observationCount == 0)
    }

    @Test func propertyOfAnEndedSchedulerLeavesNothing() async throws {
        let store = try KeyedStore(MemoryBackend())
        let scheduler = WorkScheduler(name: "ending")
        let holder = Holder()
        let made = SchedulerBound(on: scheduler) {
            holder.property = try store.property(of: Self.count, in: .here)
        }
        try await made.run { _ in }
        scheduler.shutDown()
        _ = await scheduler.finished()
        try store.update { $0[Self.count] = 1 }
        #expect(store.observationCount == 0)
        withExtendedLifetime(holder) {}
    }

    @Test func propertyOutlivesItsStore() throws {
        let scheduler = VirtualScheduler()
        var store: KeyedStore? = try KeyedStore(MemoryBackend())
        weak let weakStore = store
        let property = try scheduler.enter {
            try #require(try store?.property(of: Self.count, in: .here))
        }
        try store?.update { $0[Self.count] = 3 }
        scheduler.runUntilIdle()
        store = nil
        scheduler.runUntilIdle()
        #expect(weakStore == nil)
        #expect(scheduler.enter { property.value } == 3)
    }

    @Test func propertyOutsideOfSchedulersTraps() async {
        await #expect(processExitsWith: .failure) {
            _ = try KeyedStore(MemoryBackend()).property(of: Self.count, in: .here)
        }
    }

    /// Updates of several threads while properties come and go: each sees the last value.
    @Test func noChangeIsLostOrRepeated() async throws {
        let store = try KeyedStore(MemoryBackend())
        let scheduler = WorkScheduler(name: "property")
        let seen = Recorder<Int>()
        let owner = SchedulerBound(on: scheduler) {
            let property = try store.property(of: Self.count, in: .here)
            property.signal.observe { seen.add($0) }
            return property
        }
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<50 { _ = try? store.update { $0[Self.count] += 1 } }
                }
            }
        }
        #expect(try await owner.run { $0.value } == 200)
        let values = seen.values
        #expect(values == Array((values.first ?? 0)...200))
        scheduler.shutDown()
    }
}
