import KeyedStore
import Scheduling

extension KeyedStoreRule {
    private static let canary = "canary-9f2c"
    private static let token = Key<Secret<String>?>("conformance.token")

    static let secrets = [
        Self("a secret is stored, and neither printed nor dumped") { harness in
            let backend = try harness.backend()
            let store = try KeyedStore(backend)
            try store.update {
                $0[token] = Secret(canary)
                var text = ""
                dump($0, to: &text)
                harness.expect(!text.contains(canary), "the update shows the secret")
            }
            harness.expectEqual(try harness.store()[token]?.reveal(), canary, "the secret")
            for object in [store, backend, try store[token] as Any] as [Any] {
                var text = "\(object) \(String(reflecting: object))"
                dump(object, to: &text)
                harness.expect(!text.contains(canary), "\(type(of: object)) shows the secret")
            }
        },
        Self("the errors of a store do not quote the stored data") { harness in
            for text in [
                "{\"keyedStore\":1,\"values\":{\"\(canary)",
                "{\"keyedStore\":1,\"values\":{\"\(canary)/\":1}}",
                "{\"keyedStore\":1,\"values\":{\"\(token.name)\":{\"version\":1,\"value\":"
                    + "{\"\(canary)\":\"\(canary)\"}}}}",
                "{\"keyedStore\":1,\"values\":{\"\(token.name)\":\"\(canary)\"}}",
            ] {
                try harness.overwrite(text)
                do {
                    _ = try harness.store()[token]
                    harness.expect(false, "'\(text)' was read")
                } catch {
                    var message = "\(error) \(String(reflecting: error))"
                    dump(error, to: &message)
                    harness.expect(!message.contains(canary), "the error shows the data: \(error)")
                }
            }
        },
    ]
}
