import Foundation
import KeyedStore
import Scheduling
import Testing

/// Random operations beside a dictionary, with four readers.
@Suite struct ModelTests {
    /// The number of operations; a debug build makes fewer.
    private static var operations: Int {
        ProcessInfo.processInfo.environment["KEYED_STORE_OPERATIONS"].flatMap(Int.init) ?? 2_000
    }

    private static let keys = (0..<20).map { Key<Int?>("model.\($0)") }
    /// Two values that each update sets to the same number.
    private static let pair = (
        Key<Int>("model.left", default: 0), Key<Int>("model.right", default: 0)
    )

    private struct Refusal: Error {}

    @Test func storeBehavesAsADictionary() async throws {
        let backend = MemoryBackend()
        let store = try KeyedStore(backend)
        let isOver = Guarded(false)
        let faults = Guarded([String]())
        let readers = (0..<4).map { _ in
            Task.detached { @Sendable in
                var last = 0
                while !isOver.withLock({ $0 }) {
                    // The left one is read first, so the right one is the same or newer.
                    let left = try store[Self.pair.0]
                    let right = try store[Self.pair.1]
                    if left > right || left < last {
                        faults.withLock { $0.append("\(left) \(right) after \(last)") }
                    }
                    last = left
                    for key in Self.keys { _ = try store[key] }
                }
            }
        }
        try Self.perform(on: store, backend)
        isOver.withLock { $0 = true }
        for reader in readers { try await reader.value }
        #expect(faults.withLock { $0 } == [])
    }

    private static func perform(on store: KeyedStore, _ backend: MemoryBackend) throws {
        var random = SystemRandomNumberGenerator()
        var model: [String: Int] = [:]
        for round in 1...operations {
            let changes = (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in
                keys.randomElement(using: &random)
            }
            let isRefused = Int.random(in: 0..<10, using: &random) == 0
            var next = model
            do {
                try store.update { update in
                    for key in changes {
                        switch Int.random(in: 0..<3, using: &random) {
                        case 0:
                            update[key] = nil
                            next[key.name] = nil
                        case 1:
                            update[key] = round
                            next[key.name] = round
                        default:
                            update[key] = (update[key] ?? 0) + 1
                            next[key.name] = (next[key.name] ?? 0) + 1
                        }
                    }
                    update[pair.0] = round
                    update[pair.1] = round
                    if isRefused { throw Refusal() }
                }
                model = next
            } catch is Refusal {}
            let reopened = round % 100 == 0 ? try KeyedStore(backend) : store
            let values = try keys.map { try reopened[$0] }
            if values != keys.map({ model[$0.name] }) {
                Issue.record("round \(round): \(values) instead of \(model)")
            }
        }
    }
}
