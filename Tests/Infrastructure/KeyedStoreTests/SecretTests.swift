import Foundation
import KeyedStore
import Processes
import Testing

@Suite struct SecretTests {
    private struct Account: Codable, Equatable, Sendable {
        var name: String
        var token: Secret<String>
    }

    private let canary = "canary-5e1d"

    private func texts(of value: Any) -> String {
        var text = "\(value) \(String(describing: value)) \(String(reflecting: value))"
        dump(value, to: &text)
        return text
    }

    @Test func secretIsNotPrintedOrDumped() {
        let account = Account(name: "anna", token: Secret(canary))
        for value in [
            account.token, Optional(account.token) as Any, [account.token], ["a": account], account,
            Result<Secret<String>, any Error>.success(account.token),
        ] as [Any] {
            #expect(!texts(of: value).contains(canary))
        }
        #expect("\(account.token)" == "Secret(…)")
        #expect(account.token.reveal() == canary)
    }

    @Test func onlyAStoreEncodesASecret() throws {
        let account = Account(name: "anna", token: Secret(canary))
        let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(account) }
        #expect(!texts(of: error as Any).contains(canary))
        let key = Key<Account?>("secret.account")
        let backend = MemoryBackend()
        try KeyedStore(backend).update { $0[key] = account }
        #expect(try KeyedStore(backend)[key] == account)
        #expect(String(decoding: backend.load() ?? [], as: UTF8.self).contains(canary))
    }

    @Test func errorsAndDescriptionsOfASecretsStoreDoNotShowIt() throws {
        let key = Key<Secret<String>?>("secret.token")
        let backend = MemoryBackend()
        let store = try KeyedStore(backend)
        try store.update { $0[key] = Secret(canary) }
        #expect(!texts(of: store).contains(canary))
        #expect(!texts(of: backend).contains(canary))
        #expect(!texts(of: key).contains(canary))
        let wrong = Key<Secret<Int>?>("secret.number")
        try backend.update { _ in
            .save(
                Array(
                    "{\"keyedStore\":1,\"values\":{\"secret.number\":{\"version\":1,\"value\":"
                        .appending("\"\(canary)\"}}}").utf8))
        }
        try store.reload()
        let error = #expect(throws: KeyedStoreError.self) { try store[wrong] }
        #expect(!texts(of: error as Any).contains(canary))
    }

    /// A type whose decoding quotes the value in its error.
    private struct Talkative: Codable, Sendable {
        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "'\(text)' is bad"))
        }
    }

    @Test func errorOfADecodingDoesNotQuoteTheValue() throws {
        let data =
            "{\"keyedStore\":1,\"values\":{\"secret.bad\":{\"version\":1,\"value\":\"\(canary)\"}}}"
        let store = try KeyedStore(MemoryBackend(Array(data.utf8)))
        let error = #expect(throws: KeyedStoreError.self) {
            try store[Key<Talkative?>("secret.bad")]
        }
        #expect(!texts(of: error as Any).contains(canary))
        #expect(error?.reason == "the value does not have a permitted value")
    }

    /// In a process of its own: the setting is the whole process's.
    @Test func noCrashWritesASecret() async {
        await #expect(processExitsWith: .success) {
            let value: Secret<String>? = Secret("canary")
            #expect(!CoreDumps.areAllowed)
            withExtendedLifetime(value) {}
        }
    }
}
