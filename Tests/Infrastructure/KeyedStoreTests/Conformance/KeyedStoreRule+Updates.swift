import KeyedStore
import Scheduling

extension KeyedStoreRule {
    private struct Refusal: Error {}

    static let updates = [
        Self("an update is read by its store at once, and by a store that is opened later") {
            harness in
            let store = try harness.store()
            try store.update {
                $0[name] = "anna"
                harness.expectEqual($0[name], "anna", "the value within the update")
                $0[count] += 1
                $0[count] += 1
            }
            for store in [store, try harness.store()] {
                harness.expectEqual(try store[name], "anna", "the text")
                harness.expectEqual(try store[count], 2, "the number")
            }
        },
        Self("an update whose closure fails changes nothing") { harness in
            let store = try harness.store()
            try store.update { $0[name] = "anna" }
            let before = try harness.storedText()
            do {
                try store.update {
                    $0[name] = "bert"
                    $0[count] = 1
                    throw Refusal()
                }
                harness.expect(false, "the update succeeded")
            } catch is Refusal {}
            harness.expectEqual(try store[name], "anna", "the text in memory")
            harness.expectEqual(try harness.storedText(), before, "the stored data")
            try store.update { $0[count] += 1 }
            harness.expectEqual(try harness.store()[count], 1, "the number after a later update")
        },
        Self("a value that cannot be stored fails its update, which changes nothing") { harness in
            let store = try harness.store()
            try store.update { $0[name] = "anna" }
            harness.expectError(.unwritable, "the update") {
                try store.update {
                    $0[name] = "bert"
                    $0[everything] = Everything(number: .nan)
                }
            }
            harness.expectEqual(try store[name], "anna", "the text in memory")
            harness.expectEqual(try harness.store()[name], "anna", "the stored text")
        },
        Self("values of unknown keys stay as they are") { harness in
            let unknown = "{\"version\":7,\"value\":{\"b\":[1.50,null],\"a\":\"\\u00e9\"},\"x\":1}"
            try harness.overwrite(
                "{\"keyedStore\":1,\"later\":[1, 2],\"values\":{\"unknown-key\":\(unknown)}}")
            let store = try harness.store()
            try store.update { $0[name] = "anna" }
            let text = try harness.storedText() ?? ""
            harness.expect(text.contains(unknown), "the unknown value was changed: \(text)")
            harness.expect(
                text.contains("\"later\":[1, 2]"), "the unknown member was changed: \(text)")
            harness.expectEqual(
                try harness.store().names, [name.name, "unknown-key"], "the list of names")
        },
        Self("a value that cannot be read is an error for its key only") { harness in
            try harness.overwrite(
                "{\"keyedStore\":1,\"values\":{\"\(count.name)\":{\"version\":1,\"value\":\"x\"},"
                    + "\"\(name.name)\":{\"version\":1,\"value\":\"anna\"},"
                    + "\"\(note.name)\":{\"version\":2,\"value\":\"later\"}}}")
            let store = try harness.store()
            harness.expectEqual(try store[name], "anna", "the other value")
            harness.expectError(.unreadable, "reading the value") { _ = try store[count] }
            harness.expectError(.newerFormat, "reading a later version") { _ = try store[note] }
            harness.expectError(.unreadable, "reading it in an update") {
                try store.update { $0[count] += 1 }
            }
            let before = try harness.storedText() ?? ""
            harness.expect(before.contains("\"x\""), "the unreadable value was lost: \(before)")
            try store.update { $0[count] = 5 }
            harness.expectEqual(try harness.store()[count], 5, "the replaced value")
            harness.expectError(.newerFormat, "reading the later version") { _ = try store[note] }
        },
    ]
}
