import Foundation
import KeyedStore

extension KeyedStoreRule {
    /// A value with parts of every kind.
    struct Everything: Codable, Equatable, Sendable {
        var integers: [Int64] = [.min, -1, 0, .max]
        var number = 0.1
        var flag = true
        var text = "NUL \u{0}, quotes \", backslash \\, line\nbreak, \u{1F4F7} é"
        var bytes = Data([0, 255, 10, 34])
        var date = Date(timeIntervalSinceReferenceDate: 1_234.5)
        var absent: Int?
        var parts = ["a": ["b": [1.5]], "": [:]]
    }

    static let name = Key<String>("conformance.name", default: "me")
    static let count = Key<Int>("conformance.count", default: 0)
    static let note = Key<String?>("conformance.note")
    static let everything = Key<Everything?>("conformance.everything")

    static let values = [
        Self("a missing value is nil or the default") { harness in
            let store = try harness.store()
            harness.expectEqual(try store[note], nil, "the optional value")
            harness.expectEqual(try store[name], "me", "the value with a default")
            harness.expectEqual(store.names, [], "the list of names")
        },
        Self("an empty text differs from a missing value, and a default from a stored value") {
            harness in
            let store = try harness.store()
            try store.update {
                $0[note] = ""
                $0[name] = "me"
            }
            for store in [store, try harness.store()] {
                harness.expectEqual(try store[note], "", "the empty text")
                harness.expectEqual(
                    store.names, [name.name, note.name], "the list of names")
            }
        },
        Self("values of every kind are read as they were stored") { harness in
            try harness.store().update { $0[everything] = Everything() }
            harness.expectEqual(
                try harness.store()[everything], Everything(), "the value with all kinds")
        },
        Self("a removed value is missing") { harness in
            let store = try harness.store()
            try store.update {
                $0[note] = "a"
                $0[name] = "b"
                $0[count] = 1
            }
            try store.update {
                $0[note] = nil
                $0.remove(name)
            }
            for store in [store, try harness.store()] {
                harness.expectEqual(store.names, [count.name], "the list of names")
                harness.expectEqual(try store[note], nil, "the removed value")
                harness.expectEqual(try store[name], "me", "the removed value with a default")
            }
        },
        Self("an empty store stores nothing") { harness in
            let store = try harness.store()
            try store.update { $0[note] = "a" }
            try store.update { $0.removeAll() }
            harness.expectEqual(try harness.storedText(), nil, "the stored data")
            harness.expectEqual(try harness.store().names, [], "the list of names")
        },
    ]
}
