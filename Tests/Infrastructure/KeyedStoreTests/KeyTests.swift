import KeyedStore
import Testing

@Suite struct KeyTests {
    @Test func keysOfOneNameAndTypeAreTheSame() throws {
        let store = try KeyedStore(MemoryBackend())
        let first = Key<Int>("key.same", default: 1)
        let second = Key<Int>("key.same", default: 2)
        #expect(try store[first] == 1)
        #expect(try store[second] == 2)
        try store.update { $0[first] = 5 }
        #expect(try store[second] == 5)
    }

    /// Also after the store has kept the decoded value.
    @Test func keyOfAnotherTypeIsAnErrorAndNotAWrongValue() throws {
        let store = try KeyedStore(MemoryBackend())
        let number = Key<Int>("key.number", default: 0)
        let text = Key<String>("key.number", default: "")
        try store.update { $0[number] = 7 }
        #expect(try store[number] == 7)
        let error = #expect(throws: KeyedStoreError.self) { try store[text] }
        #expect(error?.code == .unreadable)
        #expect(try store[number] == 7)
    }

    @Test(arguments: [
        "", ".", "a/b", "../a", "-a", "a-", ".hidden", "a b", "\u{e9}", "a\nb",
        String(repeating: "a", count: 101),
    ])
    func badNamesAreRefused(_ name: String) throws {
        // The rule of the trap is also that of the stored names.
        let data = "{\"keyedStore\":1,\"values\":{\(name.debugDescription):1}}"
        let error = #expect(throws: KeyedStoreError.self) {
            try KeyedStore(MemoryBackend(Array(data.utf8)))
        }
        #expect(error?.code == .damaged)
    }

    @Test func badNameTraps() async {
        let outcome = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            _ = Key<Int>("a/b", default: 1)
        }
        let message = String(decoding: outcome?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("'a/b' is not a name of a key"))
    }

    @Test func goodNamesAreAccepted() {
        for name in ["a", "A.b-c_1", "7", String(repeating: "a", count: 100)] {
            #expect(Key<Int?>(name).name == name)
        }
    }
}
