import KeyedStore
import Scheduling

extension KeyedStoreRule {
    /// Data that is not the content of a store.
    private static let damaged = [
        "\u{0}\u{0}\u{0}\u{0}", "no JSON", "[]", "{}", "{\"keyedStore\":1}",
        "{\"keyedStore\":\"1\",\"values\":{}}", "{\"keyedStore\":1,\"values\":{}} x",
        "{\"keyedStore\":1,\"values\":{\"a\":{\"version\":1,\"value\":\"b\"",
        "{\"keyedStore\":1,\"values\":{\"a\":1,\"a\":2}}",
        "{\"keyedStore\":1,\"values\":{\"../a\":1}}",
    ]

    static let damage = [
        Self("damaged data is an error, is copied, and is not overwritten") { harness in
            for text in damaged {
                try harness.overwrite(text)
                harness.expectError(.damaged, "opening '\(text)'") { _ = try harness.store() }
                harness.expectEqual(try harness.storedText(), text, "the damaged data")
            }
        },
        Self("a store whose data is damaged later keeps its values, and refuses to write") {
            harness in
            let store = try harness.store()
            try store.update { $0[name] = "anna" }
            try harness.overwrite("damaged")
            harness.expectError(.damaged, "an update") { try store.update { $0[name] = "bert" } }
            harness.expectError(.damaged, "a reload") { try store.reload() }
            harness.expectEqual(try store[name], "anna", "the text in memory")
            harness.expectEqual(try harness.storedText(), "damaged", "the damaged data")
        },
        Self("damaged data is replaced by an empty store on request") { harness in
            for text in damaged {
                try harness.overwrite(text)
                let store = try harness.store(replacingDamaged: true)
                harness.expectEqual(store.names, [], "the list of names")
                try store.update { $0[name] = "anna" }
                harness.expectEqual(try harness.store()[name], "anna", "the new text")
            }
        },
        Self("data of a newer format is refused, and stays as it is") { harness in
            let text = "{\"keyedStore\":2,\"values\":[]}"
            try harness.overwrite(text)
            harness.expectError(.newerFormat, "opening it") { _ = try harness.store() }
            harness.expectError(.newerFormat, "replacing it") {
                _ = try harness.store(replacingDamaged: true)
            }
            harness.expectEqual(try harness.storedText(), text, "the data")
        },
    ]
}
