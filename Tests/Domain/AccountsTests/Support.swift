import Foundation
import KeyedStore
import PhotoFeed
import Scheduling
import SchedulingTestKit
import Signals

@testable import Accounts

/// A folder of its own for each test, gone with the object.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/accounts-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func callAsFunction(_ name: String) -> String { path + "/" + name }

    func content(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: self(name))), as: UTF8.self)
    }

    func mode(_ name: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: self(name))
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    /// Every file below the folder, hidden ones too.
    var files: [String] {
        (FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []).sorted()
    }
}

extension AccountName {
    static func test(_ text: String = "work") -> AccountName {
        do throws(AccountError) { return try AccountName(text) } catch {
            preconditionFailure("\(text) is not a name")
        }
    }
}

extension Account {
    static func test(
        _ name: String = "work", id: String = "dbid:ada", endpoint: String? = nil,
        command: String? = nil, library: String? = nil
    ) -> Account {
        Account(
            name: .test(name), provider: "dropbox", endpoint: endpoint, appKey: "key",
            identity: AccountIdentity(
                account: FeedAccount(rawValue: id), name: "Ada Park", email: "ada@example.com"),
            scopes: ["files.metadata.read"], credentialCommand: command, library: library)
    }
}

extension AccountCredential {
    static func test(
        _ access: String = "canary-access", refresh: String? = "canary-refresh",
        expires: Int64? = nil, lifetime: Int64? = nil
    ) -> AccountCredential {
        AccountCredential(
            refreshToken: refresh.map { Secret($0) },
            accessToken: .init(Secret(access), expires: expires, lifetime: lifetime))
    }
}

extension AccountStore {
    /// Adds an account, and returns the credentials that it replaces.
    @discardableResult
    func add(
        _ account: Account, _ credential: AccountCredential = .test(), replaces: Bool = false
    ) async throws(AccountError) -> [Replaced] {
        var replaced: [Replaced] = []
        try await add(account, credential, replaces: replaces, replaced: &replaced)
        return replaced
    }
}

/// The events of a signal, which is observed until the object is released.
final class Events<Value, Failure: Error> {
    private(set) var values: [Value] = []
    private(set) var completion: Completion<Failure>?
    private let lifetime = Disposable()

    init(_ signal: Signal<Value, Failure>) {
        signal.observe(
            within: lifetime, { [weak self] in self?.values.append($0) },
            ended: { [weak self] in self?.completion = $0 })
    }

    var error: Failure? {
        if case .failed(let error) = completion { error } else { nil }
    }

    func dispose() { lifetime.dispose() }
}

/// Runs an asynchronous function to its end, which throws an `AccountError` or returns.
func result<Value>(
    _ work: () async throws(AccountError) -> Value
) async -> Result<Value, AccountError> {
    do throws(AccountError) { return .success(try await work()) } catch { return .failure(error) }
}
