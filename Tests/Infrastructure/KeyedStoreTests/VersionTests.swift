import Foundation
import KeyedStore
import Testing

private struct Theme: Codable, Equatable, Sendable {
    var name = "light"
}

@Suite struct VersionTests {
    private func store(_ values: String) throws -> KeyedStore {
        try KeyedStore(MemoryBackend(Array("{\"keyedStore\":1,\"values\":{\(values)}}".utf8)))
    }

    private static let window = Key<Int?>("version.window")
    private static let theme = Key<Theme>("version.theme", default: Theme())

    @Test func valueOfANewerVersionIsAnErrorForItsKey() throws {
        let store = try store("\"version.window\":{\"version\":4,\"value\":{}}")
        let error = #expect(throws: KeyedStoreError.self) { try store[Self.window] }
        #expect(error?.code == .newerFormat)
        #expect(error?.key == "version.window")
        #expect(error?.reason.contains("newer program") == true)
        #expect(store.names == ["version.window"])
    }

    @Test(arguments: ["{\"name\":7}", "{}", "null", "[]", "\"dark\""])
    func wrongValueIsNotReplacedByTheDefault(_ stored: String) throws {
        let store = try store("\"version.theme\":{\"version\":1,\"value\":\(stored)}")
        let error = #expect(throws: KeyedStoreError.self) { try store[Self.theme] }
        #expect(error?.code == .unreadable)
    }
}
