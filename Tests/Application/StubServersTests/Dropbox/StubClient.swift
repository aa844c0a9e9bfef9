import Foundation
import LoopbackTestKit
import StubServers

/// Calls a stub's routes as a well-behaved client does.
struct StubClient: Sendable {
    let raw: RawClient
    var token = "any-token"

    /// An RPC call: the argument in the body.
    func call(
        _ route: String, _ argument: String, headers: [String: String] = [:]
    ) async throws -> RawReply {
        let standard = [
            "Authorization": "Bearer \(token)", "Content-Type": "application/json",
        ]
        return try await raw.send(
            "POST", "/2/\(route)", headers: standard.merging(headers) { $1 },
            body: Array(argument.utf8))
    }

    /// A content call: the argument in a header.
    func content(
        _ route: String, _ argument: String, headers: [String: String] = [:]
    ) async throws -> RawReply {
        let standard = ["Authorization": "Bearer \(token)", "Dropbox-API-Arg": argument]
        return try await raw.send(
            "POST", "/2/\(route)", headers: standard.merging(headers) { $1 })
    }

    func form(
        _ path: String, _ fields: [String: String], headers: [String: String] = [:]
    ) async throws -> RawReply {
        let type = ["Content-Type": "application/x-www-form-urlencoded"]
        let body = fields.map { "\($0)=\(Self.escaped($1))" }.joined(separator: "&")
        return try await raw.send(
            "POST", path, headers: type.merging(headers) { $1 }, body: Array(body.utf8))
    }

    func control(_ command: String, _ json: String = "{}") async throws -> RawReply {
        try await raw.send(
            "POST", "/control/\(command)", headers: ["Content-Type": "application/json"],
            body: Array(json.utf8))
    }

    /// Lists to the end; the last reply has the cursor.
    func list(
        _ argument: String, into mirror: inout Mirror
    ) async throws -> (pages: Int, cursor: String) {
        try await follow(try await call("files/list_folder", argument), into: &mirror)
    }

    func resume(
        _ cursor: String, into mirror: inout Mirror
    ) async throws -> (pages: Int, cursor: String) {
        try await follow(try await next(cursor), into: &mirror)
    }

    func next(_ cursor: String) async throws -> RawReply {
        try await call("files/list_folder/continue", "{\"cursor\": \"\(cursor)\"}")
    }

    private func follow(
        _ first: RawReply, into mirror: inout Mirror
    ) async throws -> (pages: Int, cursor: String) {
        var response = first
        var pages = 1
        mirror.apply(response.entries)
        while response.hasMore == true {
            response = try await next(response.cursor)
            mirror.apply(response.entries)
            pages += 1
        }
        return (pages, response.cursor)
    }

    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}

/// The state of a client that applies entries by the rules of the API's specification.
struct Mirror: Equatable {
    private(set) var entries: [String: String] = [:]

    /// A file replaces what is there and what is in it, a folder keeps its children, a deletion
    /// takes all.
    mutating func apply(_ changes: [[String: Any]]) {
        for change in changes {
            guard let path = change["path_lower"] as? String,
                let tag = change[".tag"] as? String
            else { continue }
            if tag != "folder" {
                entries = entries.filter { $0.key != path && !$0.key.hasPrefix(path + "/") }
            }
            if tag != "deleted" {
                let facts = ["id", "rev", "content_hash", "name"].map {
                    change[$0] as? String ?? ""
                }
                entries[path] = ([tag] + facts).joined(separator: " ")
            }
        }
    }

    var files: [String] { entries.filter { $0.value.hasPrefix("file") }.map(\.key).sorted() }
}

/// Runs `body` with a stub that is started before and stopped after it.
func withStub(
    photos: Int = 24, seed: UInt64 = 7,
    configure: (inout DropboxStubConfiguration) -> Void = { _ in },
    _ body: (DropboxStub, StubClient) async throws -> Void
) async throws {
    var configuration = DropboxStubConfiguration(source: .generated(photos: photos, seed: seed))
    configure(&configuration)
    let stub = DropboxStub(configuration)
    let port = try await stub.start()
    do {
        try await body(stub, StubClient(raw: RawClient(port: port)))
    } catch {
        await stub.stop()
        throw error
    }
    await stub.stop()
}
