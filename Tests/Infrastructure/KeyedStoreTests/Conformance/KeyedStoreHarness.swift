import KeyedStore
import Testing

/// A place under test; it opens the backend of the place, as another process would.
final class KeyedStoreHarness: Sendable {
    private let open: @Sendable () throws -> any KeyedStoreBackend

    init(_ open: @escaping @Sendable () throws -> any KeyedStoreBackend) { self.open = open }

    func backend() throws -> any KeyedStoreBackend { try open() }

    /// Opens a store of the place.
    func store(replacingDamaged: Bool = false) throws -> KeyedStore {
        try KeyedStore(open(), replacingDamaged: replacingDamaged)
    }

    /// Replaces the stored data, as a fault of a disk does.
    func overwrite(_ text: String) throws {
        try backend().update { _ in .save(Array(text.utf8)) }
    }

    /// The stored data as text, without line breaks, which a backend may remove.
    func storedText() throws -> String? {
        try backend().load().map { String(decoding: $0.filter { $0 != 10 }, as: UTF8.self) }
    }

    func expect(_ holds: Bool, _ violation: @autoclosure () -> String) {
        if holds { return }
        Issue.record("\(violation())")
    }

    func expectEqual<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) {
        expect(value == expected, "\(what) is \(value) instead of \(expected)")
    }

    /// Expects an error of a store with a code.
    func expectError(
        _ code: KeyedStoreError.Code, _ what: String, _ body: () throws -> Void
    ) {
        do {
            try body()
            expect(false, "\(what) succeeded")
        } catch let error as KeyedStoreError {
            expect(error.code == code, "\(what) failed with \(error)")
        } catch {
            expect(false, "\(what) failed with \(error)")
        }
    }
}
