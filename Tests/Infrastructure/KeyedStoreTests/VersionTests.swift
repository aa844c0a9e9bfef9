import Foundation
import KeyedStore
import Testing

/// The window of an example, in its present form.
private struct Window: VersionedValue, Equatable {
    static let version = 3
    var size: [Int]
    var isFull = false

    static func migrate(from stored: KeyedValue) throws -> Window {
        switch stored.version {
        case 1:
            struct First: Decodable { let width, height: Int }
            let first = try stored.decode(First.self)
            return Window(size: [first.width, first.height])
        default:
            struct Second: Decodable { let size: [Int] }
            return Window(size: try stored.decode(Second.self).size)
        }
    }
}

private struct Theme: Codable, Equatable, Sendable {
    struct Colors: Codable, Equatable, Sendable {
        var text = "black"
        var page = "white"
    }

    var name = "light"
    var colors = Colors()
    var sizes = ["body": 12]
}

@Suite struct VersionTests {
    private func store(_ values: String) throws -> KeyedStore {
        try KeyedStore(MemoryBackend(Array("{\"keyedStore\":1,\"values\":{\(values)}}".utf8)))
    }

    private static let window = Key<Window?>("version.window")
    private static let windowOrDefault = Key<Window>(
        "version.window-or-default", default: Window(size: [0, 0]))
    private static let theme = Key<Theme>("version.theme", default: Theme())

    @Test func olderValuesAreMigrated() throws {
        for (name, key) in [
            ("version.window", { (store: KeyedStore) in try store[Self.window] }),
            ("version.window-or-default", { try $0[Self.windowOrDefault] }),
        ] as [(String, (KeyedStore) throws -> Window?)] {
            let first = try store(
                "\"\(name)\":{\"version\":1,\"value\":{\"width\":3,\"height\":4}}")
            #expect(try key(first) == Window(size: [3, 4]))
            let second = try store("\"\(name)\":{\"version\":2,\"value\":{\"size\":[5,6]}}")
            #expect(try key(second) == Window(size: [5, 6]))
        }
    }

    @Test func migratedValueIsStoredInItsNewFormWithItsNextAssignment() throws {
        let backend = MemoryBackend(
            Array(
                "{\"keyedStore\":1,\"values\":{\"version.window\":{\"version\":2,\"value\":"
                    .appending("{\"size\":[5,6]}}}}").utf8))
        let store = try KeyedStore(backend)
        _ = try store[Self.window]
        try store.update { $0[Self.window]?.isFull = true }
        let text = String(decoding: try #require(backend.load()), as: UTF8.self)
        #expect(
            text.contains("\"version\":3,\"value\":{\"isFull\":true,\"size\":[5,6]}"), "\(text)")
    }

    @Test func valueOfANewerVersionIsAnErrorForItsKey() throws {
        let store = try store("\"version.window\":{\"version\":4,\"value\":{}}")
        let error = #expect(throws: KeyedStoreError.self) { try store[Self.window] }
        #expect(error?.code == .newerFormat)
        #expect(error?.key == "version.window")
        #expect(error?.reason.contains("newer program") == true)
        #expect(store.contains(Self.window))
    }

    @Test func failedMigrationIsAnErrorForItsKey() throws {
        let store = try store("\"version.window\":{\"version\":1,\"value\":{\"width\":3}}")
        let error = #expect(throws: KeyedStoreError.self) { try store[Self.window] }
        #expect(error?.reason == "the value has no field height")
    }

    @Test(arguments: [
        ("{}", Theme()),
        ("{\"name\":\"dark\"}", Theme(name: "dark")),
        (
            "{\"colors\":{\"text\":\"red\"},\"name\":\"dark\"}",
            Theme(name: "dark", colors: .init(text: "red"))
        ),
        ("{\"sizes\":{}}", Theme(sizes: [:])),
        ("{\"sizes\":{\"head\":20},\"unknown\":null}", Theme(sizes: ["head": 20])),
    ])
    private func fieldThatIsMissingIsThatOfTheDefault(_ stored: String, _ expected: Theme) throws {
        let store = try store("\"version.theme\":{\"version\":1,\"value\":\(stored)}")
        #expect(try store[Self.theme] == expected)
    }

    @Test(arguments: ["{\"name\":7}", "{\"colors\":[]}", "null", "[]", "\"dark\""])
    func wrongFieldIsNotReplacedByTheDefault(_ stored: String) throws {
        let store = try store("\"version.theme\":{\"version\":1,\"value\":\(stored)}")
        let error = #expect(throws: KeyedStoreError.self) { try store[Self.theme] }
        #expect(error?.code == .unreadable)
    }

    @Test func fieldWithoutADefaultInAListIsAnError() throws {
        struct Part: Codable, Sendable { var text: String }
        let key = Key<[Part]>("version.parts", default: [])
        let store = try store("\"version.parts\":{\"version\":1,\"value\":[{\"x\":1}]}")
        #expect(throws: KeyedStoreError.self) { try store[key] }
    }
}
