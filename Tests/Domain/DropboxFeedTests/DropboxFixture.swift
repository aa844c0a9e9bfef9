import DropboxFeed
import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import SchedulingTestKit

/// A server that speaks Dropbox's protocol, without a network, over a scripted account.
final class DropboxFixture: FeedProviderFixture {
    let provider = FeedProvider.dropbox
    let tree = ScriptedTree()
    let credential = FeedCredential(secret: "right")
    let wrongCredential = FeedCredential(secret: "wrong")

    let faults: FixtureFaults? = FixtureFaults()

    func makeGateway(in home: SchedulerIsolation) -> any RequestGateway {
        GatewayStub(home: home) { [tree, faults] call in
            let fault = faults?.next()
            var answer = try Self.respond(to: call, tree)
            switch fault {
            case .busy(let seconds)?:
                answer = StubResponse(429, headers: ["Retry-After": "\(seconds)"])
            case .cut?: answer.breaksAfter = answer.body.count / 2
            case .failing?: answer = StubResponse(500)
            case nil: break
            }
            return answer
        }
    }

    private typealias Object = [String: Any]

    private static let pageSize = 3
    /// The smallest file that is complete: a frame, a scan of one byte, and the end.
    private static let jpeg: [UInt8] = [
        0xFF, 0xD8, 0xFF, 0xC0, 0, 2, 0xFF, 0xDA, 0, 2, 0, 0xFF, 0xD9,
    ]

    private static func respond(
        to call: RecordedRequest, _ tree: ScriptedTree
    ) throws -> StubResponse {
        guard call.headers["authorization"] == "Bearer right" else {
            return failure(401, ["invalid_access_token"])
        }
        let argument =
            try JSONSerialization.jsonObject(with: Data(call.body), options: .fragmentsAllowed)
            as? Object ?? [:]
        switch "\(call.url.origin.host)\(call.url.path)" {
        case "api.dropboxapi.com/2/users/get_current_account":
            return answer(["account_id": "dbid:ada"])
        case "api.dropboxapi.com/2/files/list_folder":
            return listing(tree, Cursor(argument["path"] as? String ?? "", tree.version))
        case "api.dropboxapi.com/2/files/list_folder/continue":
            guard let cursor = Cursor(argument["cursor"] as? String ?? "") else {
                return failure(409, ["reset"])
            }
            return cursor.isEnd ? changes(tree, cursor) : listing(tree, cursor)
        case "content.dropboxapi.com/2/files/get_thumbnail_batch":
            let entries = argument["entries"] as? [Object] ?? []
            return answer(["entries": entries.map { thumbnail($0["path"] as? String ?? "", tree) }])
        default: return failure(404, [])
        }
    }

    /// A position in the history of a folder: in its listing, or after it.
    private struct Cursor {
        let folder: String
        let version: Int
        var after = ""
        var isEnd = false

        init(_ folder: String, _ version: Int) {
            self.folder = folder
            self.version = version
        }

        init?(_ text: String) {
            let parts = text.components(separatedBy: "|")
            guard parts.count == 4, let version = Int(parts[0]) else { return nil }
            self.init(parts[2], version)
            after = parts[3]
            isEnd = parts[1] == "end"
        }

        var text: String { "\(version)|\(isEnd ? "end" : "listing")|\(folder)|\(after)" }
    }

    private static func listing(_ tree: ScriptedTree, _ cursor: Cursor) -> StubResponse {
        let (files, folders) = (tree.files, tree.folderTags)
        guard folders[cursor.folder] != nil else { return failure(409, ["path", "not_found"]) }
        let paths = (Array(files.keys) + folders.keys)
            .filter { $0.hasPrefix(cursor.folder + "/") && $0 > cursor.after }.sorted()
        let page = paths.prefix(pageSize)
        var next = cursor
        next.after = page.last ?? ""
        next.isEnd = page.count == paths.count
        return answer([
            "entries": page.map { entry($0, files[$0]) }, "cursor": next.text,
            "has_more": !next.isEnd,
        ])
    }

    private static func changes(_ tree: ScriptedTree, _ cursor: Cursor) -> StubResponse {
        guard let changes = tree.changes(after: cursor.version) else {
            return failure(409, ["reset"])
        }
        var next = Cursor(cursor.folder, tree.version)
        next.isEnd = true
        let entries = changes.filter { $0.path.hasPrefix(cursor.folder + "/") }.map { change in
            change.file.map { entry(change.path, $0) }
                ?? [
                    ".tag": "deleted", "name": name(of: change.path),
                    "path_lower": change.path.lowercased(),
                ]
        }
        return answer(["entries": entries, "cursor": next.text, "has_more": false])
    }

    private static func name(of path: String) -> String {
        String(path.split(separator: "/").last ?? "")
    }

    /// The entry of a file, or of a folder if `file` is `nil`.
    private static func entry(_ path: String, _ file: ScriptedTree.File?) -> Object {
        var entry: Object = [
            "name": name(of: path), "path_lower": path.lowercased(), "path_display": path,
        ]
        guard let file else {
            entry.merge([".tag": "folder", "id": "id:folder:\(path)"]) { $1 }
            return entry
        }
        let digits = String(file.content)
        entry.merge([
            ".tag": "file", "id": "id:\(file.number)", "rev": "rev\(file.tag)",
            "size": file.content, "client_modified": "\(file.modified)",
            "server_modified": "\(file.modified)",
            "content_hash": String(repeating: "0", count: 64 - digits.count) + digits,
        ]) { $1 }
        return entry
    }

    private static func thumbnail(_ id: String, _ tree: ScriptedTree) -> Object {
        guard let (path, file) = tree.files.first(where: { "id:\($0.value.number)" == id }) else {
            return [
                ".tag": "failure",
                "failure": [".tag": "path", "path": [".tag": "not_found"]],
            ]
        }
        return [
            ".tag": "success", "metadata": entry(path, file),
            "thumbnail": Data(jpeg).base64EncodedString(),
        ]
    }

    private static func answer(_ object: Object) -> StubResponse {
        do {
            // Not JSONWriter: the reader is tested with the JSON of another writer.
            return StubResponse(body: Array(try JSONSerialization.data(withJSONObject: object)))
        } catch {
            preconditionFailure("the answer is not JSON: \(error)")
        }
    }

    /// The answer that refuses a request, with an error's nested tags.
    private static func failure(_ status: Int, _ tags: [String]) -> StubResponse {
        var error: Object = [:]
        for (tag, inner) in zip(tags, tags.dropFirst() + [""]).reversed() {
            error = inner.isEmpty ? [".tag": tag] : [".tag": tag, tag: error]
        }
        let object: Object = ["error_summary": tags.joined(separator: "/"), "error": error]
        var response = answer(object)
        response.status = status
        return response
    }
}
