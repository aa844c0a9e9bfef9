import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import SchedulingTestKit

@testable import WebDAVFeed

/// A WebDAV server without a network, over a scripted account.
final class WebDAVFixture: FeedProviderFixture {
    /// The abilities of a server.
    struct Abilities: Sendable, CustomStringConvertible {
        let description: String
        /// Whether one answer may contain everything below a folder.
        var allowsInfinity = false
        /// Whether an answer of infinite depth contains the direct members alone.
        var limitsInfinity = false
        /// Whether the tag of a folder changes with everything below it.
        var propagates = false
        /// Whether folders have tags.
        var tagsFolders = true
        /// Whether the server reports changes since a token.
        var reportsChanges = false
        /// Whether the server has identifiers of files.
        var hasFileIDs = false
        /// Whether `href`s are complete addresses.
        var sendsAddresses = false

        static let walk = Abilities(description: "walk", tagsFolders: false)
        static let all = [
            walk, Abilities(description: "infinity", allowsInfinity: true),
            Abilities(
                description: "silently limited infinity", allowsInfinity: true,
                limitsInfinity: true),
            Abilities(description: "propagating tags", propagates: true, sendsAddresses: true),
            Abilities(description: "reports", propagates: true, reportsChanges: true),
        ]
    }

    let provider = FeedProvider.webDAV(at: "https://dav.example/files/ada%20l", pageLimit: 3)
    let tree = ScriptedTree()
    let credential = FeedCredential(user: "ada", password: "right")
    let wrongCredential = FeedCredential(user: "ada", password: "wrong")
    let faults: FixtureFaults? = FixtureFaults()
    private let server: Server

    init(_ abilities: Abilities) { server = Server(abilities, tree) }

    /// The tags of folders that hide their changes.
    var frozenTags: [String: String] {
        get { server.frozenTags }
        set { server.frozenTags = newValue }
    }

    /// The server's date.
    var date: String {
        get { server.date }
        set { server.date = newValue }
    }

    /// The requests so far, as their method, depth and path below the base.
    var requests: [String] { server.requests }

    func makeGateway(in home: SchedulerIsolation) -> any RequestGateway {
        makeGateway(in: home) { _, _ in }
    }

    /// Makes a gateway whose answers `change` may change; it gets the request as in `requests`.
    func makeGateway(
        in home: SchedulerIsolation = .here,
        _ change: @escaping (String, inout StubResponse) -> Void
    ) -> any RequestGateway {
        GatewayStub(home: home) { [self] call in answer(to: call, change) }
    }

    /// Answers a request; `change` may change the answer.
    func answer(
        to call: RecordedRequest, _ change: (String, inout StubResponse) -> Void
    ) -> StubResponse {
        let fault = faults?.next()
        var answer = server.respond(to: call)
        switch fault {
        case .busy(let seconds)?:
            answer = StubResponse(503, headers: ["Retry-After": "\(seconds)"])
        case .cut?: answer.breaksAfter = answer.body.count / 2
        case .failing?: answer = StubResponse(500)
        case nil: break
        }
        change(server.requests.last ?? "", &answer)
        return answer
    }

    private final class Server {  // not @Schedulable: used by one test
        var requests: [String] = []
        var frozenTags: [String: String] = [:]
        var date = "Sun, 06 Nov 1994 08:49:37 GMT"
        private let abilities: Abilities
        private let tree: ScriptedTree
        private static let base = "/files/ada%20l"

        init(_ abilities: Abilities, _ tree: ScriptedTree) {
            self.abilities = abilities
            self.tree = tree
        }

        func respond(to call: RecordedRequest) -> StubResponse {
            // Base64 of ada:right.
            guard call.headers["authorization"] == "Basic YWRhOnJpZ2h0" else {
                return StubResponse(401)
            }
            let depth = call.headers["depth"] ?? "none"
            let below = call.url.path.dropFirst(Self.base.count)
            let encoded = below.hasSuffix("/") ? String(below.dropLast()) : String(below)
            let folder = encoded.removingPercentEncoding ?? encoded
            requests.append("\(call.method) \(depth) \(folder)")
            guard call.method.name == "PROPFIND" else { return report(call, folder) }
            guard tree.folderTags[folder] != nil else { return StubResponse(404) }
            switch depth {
            case "0": return multistatus([folder])
            case "1": return multistatus([folder] + children(of: folder))
            case "infinity" where abilities.limitsInfinity:
                return multistatus([folder] + children(of: folder))
            case "infinity" where abilities.allowsInfinity:
                return multistatus([folder] + everything(in: folder))
            default: return StubResponse(403)
            }
        }

        private func everything(in folder: String) -> [String] {
            (Array(tree.files.keys) + tree.folderTags.keys).filter { $0.hasPrefix(folder + "/") }
                .sorted()
        }

        private func children(of folder: String) -> [String] {
            everything(in: folder).filter { WebDAVPath.parent(of: $0) == folder }
        }

        private func report(_ call: RecordedRequest, _ folder: String) -> StubResponse {
            let body = String(decoding: call.body, as: UTF8.self)
            let token = body.components("<d:sync-token>", "</d:sync-token>")
            guard abilities.reportsChanges else { return StubResponse(501) }
            guard tree.folderTags[folder] != nil else { return StubResponse(404) }
            if token.isEmpty {
                return multistatus([folder] + everything(in: folder), token: tree.version)
            }
            guard let version = Int(token), let changes = tree.changes(after: version) else {
                return .text(
                    "<D:error xmlns:D='DAV:'><D:valid-sync-token/></D:error>", status: 403)
            }
            let paths = Set(changes.map(\.path)).filter { $0.hasPrefix(folder + "/") }
            return multistatus(paths.sorted(), token: tree.version)
        }

        private func multistatus(_ paths: [String], token: Int? = nil) -> StubResponse {
            let token = token.map { "<D:sync-token>\($0)</D:sync-token>" } ?? ""
            return .text(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <D:multistatus xmlns:D="DAV:">\(paths.map(response).joined())\(token)\
                </D:multistatus>
                """, status: 207, headers: ["Date": date])
        }

        private func response(_ path: String) -> String {
            let (file, tag) = (tree.files[path], tree.folderTags[path])
            let address = abilities.sendsAddresses ? "https://dav.example" : ""
            let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "/-._~"))
            let encoded = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
            let slash = file == nil && tag != nil ? "/" : ""
            let href = "<D:href>\(address)\(Self.base)\(encoded)\(slash)</D:href>"
            var known: [String] = []
            if let file {
                known = [
                    "<D:resourcetype/>", "<D:getcontentlength>\(file.content)</D:getcontentlength>",
                    "<D:getlastmodified>Sun, 06 Nov 1994 08:49:37 GMT</D:getlastmodified>",
                    "<D:getetag>\"\(file.tag)\"</D:getetag>",
                ]
            } else if let tag {
                known = ["<D:resourcetype><D:collection/></D:resourcetype>"]
                if abilities.tagsFolders, abilities.propagates || path.isEmpty == false {
                    known.append("<D:getetag>\(frozenTags[path] ?? "\(tag)")</D:getetag>")
                } else if abilities.tagsFolders {
                    known.append("<D:getetag>constant</D:getetag>")
                }
            } else {
                return """
                    <D:response>\(href)<D:status>HTTP/1.1 404 Not Found</D:status></D:response>
                    """
            }
            if abilities.hasFileIDs {
                let number = file?.number ?? 1_000_000 + path.utf8.count
                known.append("<oc:fileid xmlns:oc='http://owncloud.org/ns'>\(number)</oc:fileid>")
            }
            if abilities.reportsChanges, file == nil {
                known.append(
                    """
                    <D:supported-report-set><D:supported-report><D:report><D:sync-collection/>\
                    </D:report></D:supported-report></D:supported-report-set>
                    """)
            }
            return """
                <D:response>\(href)<D:propstat><D:prop>\(known.joined())</D:prop>\
                <D:status>HTTP/1.1 200</D:status></D:propstat><D:propstat><D:prop><D:owner/>\
                </D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response>
                """
        }
    }
}

extension String {
    /// The text between two marks; empty if they are missing.
    fileprivate func components(_ start: String, _ end: String) -> String {
        guard let first = ranges(of: start).first,
            let last = self[first.upperBound...].ranges(of: end).first
        else { return "" }
        return String(self[first.upperBound..<last.lowerBound])
    }
}
