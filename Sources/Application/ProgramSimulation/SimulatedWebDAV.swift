import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import Originals
import PhotoFeed
import ProgramServices
import Providers
import Simulation
import SimulationDevices
import StubServers

/// A WebDAV server in a simulated network: the stub, called without sockets.
final class SimulatedWebDAV: SimulatedService {
    private static let host = "cloud.example.org"
    private static let base = "/remote.php/dav/files/ada"

    let provider: FeedProvider
    let endpoint: HTTPURL?
    private let stub: WebDAVStub
    private let sent = SentPictures()
    private let trouble: ServerTrouble
    private static let preview = "/index.php/core/preview"

    let hasThumbnails: Bool

    /// Creates the server, and adds it to the network.
    init(photos: Int, in world: World, _ network: SimulatedNetwork) throws {
        guard let provider = Providers.all.first(where: { $0.name == "webdav" }) else {
            throw ClosedConnection()
        }
        self.provider = provider
        endpoint = try HTTPURL("https://\(Self.host)\(Self.base)")
        var configuration = WebDAVStubConfiguration(photos: photos)
        configuration.path = Self.base
        configuration.drawsPhotos = false
        let tags: [WebDAVStubConfiguration.FolderTags] = [.everythingBelow, .members, .none]
        configuration.abilities.folderTags = tags[world.choose(tags.count)]
        configuration.abilities.allowsInfinity = world.choose(2) == 1
        configuration.abilities.reportsChanges = world.choose(2) == 1
        configuration.abilities.hasFileIDs = world.choose(4) > 0
        hasThumbnails = configuration.abilities.hasFileIDs && world.choose(4) > 0
        configuration.abilities.hasPreviews = hasThumbnails
        configuration.abilities.identifiesItself = hasThumbnails
        configuration.abilities.hasChecksums = world.choose(2) == 1
        configuration.abilities.sendsRanges = world.choose(4) > 0
        configuration.abilities.tagsFiles = world.choose(4) > 0
        configuration.abilities.statesLengths = world.choose(4) > 0
        let stub = WebDAVStub(configuration)
        self.stub = stub
        for path in stub.paths.prefix(world.choose(4)) {
            try? stub.apply(.move(from: path, to: "/Ä/b/\(world.choose(2))" + path))
        }
        let trouble = ServerTrouble(in: world, over: network, ofAccountAt: [Self.host]) {
            request in
            switch request.call.method.name {
            case "PROPFIND": [.garbage("<d:multistatus"), .status(404), .status(404)]
            case "REPORT": [.garbage("<d:multistatus"), .reset]
            default: []
            }
        }
        self.trouble = trouble
        let sent = sent
        network.serve(Self.host) { request in
            if let effect = trouble.effect(on: request) {
                try? stub.apply(.fault(InjectedFault(route: "*", effect: effect)))
            }
            var response = try StubResponse(
                await stub.answer(
                    method: request.call.method.name, path: request.call.url.path,
                    query: request.call.url.query ?? "", headers: request.call.headers.fields,
                    body: request.call.body))
            if response.status == 207, let interval = trouble.interval,
                world.choose(interval) == 1
            {
                response.body = Self.damaged(response.body, in: world)
                world.note("\(request) has a damaged answer")
            }
            if request.call.url.path == Self.preview { sent.add(response, to: request.call.url) }
            return response
        }
    }

    /// Returns an answer that ends early, or in which the server cannot describe a member.
    private static func damaged(_ body: [UInt8], in world: World) -> [UInt8] {
        let (start, end) = ("<d:response>", "</d:response>")
        let text = String(decoding: body, as: UTF8.self)
        let parts = text.components(separatedBy: start)
        guard parts.count > 2 else { return body }
        let number = 2 + world.choose(parts.count - 2)
        guard world.choose(2) == 1 else {
            return Array(parts[..<number].joined(separator: start).utf8)
        }
        var others = parts
        let member = parts[number].components(separatedBy: end)
        let address = member[0].prefix { $0 != "\n" }.components(separatedBy: "</d:href>")[0]
        others[number] =
            address + "</d:href><d:status>HTTP/1.1 500 Internal Server Error</d:status>" + end
            + member.dropFirst().joined(separator: end)
        return Array(others.joined(separator: start).utf8)
    }

    /// A user with an app password.
    var access: ServerConfiguration.Access? {
        .credential(FeedCredential(user: "ada", password: "simulated"))
    }

    var files: [String: SimulatedFile] {
        stub.contents.mapValues { content in
            SimulatedFile(version: nil, contentHash: OriginalContent.hash(of: content))
        }
    }

    func hasSent(_ picture: [UInt8], of version: PhotoVersion) -> Bool {
        // The client makes the revision; the request for a preview names the file only.
        sent.pictures[PhotoVersion(id: version.id, revision: "")]?.contains(picture)
            ?? false
    }

    /// The previews of the stub are the files themselves.
    func isThumbnail(_ picture: [UInt8], ofContent hash: String) -> Bool {
        OriginalContent.hash(of: picture) == hash
    }

    func makeTrouble(every interval: Int?) { trouble.interval = interval }

    var pauseEnd: Duration { trouble.pauseEnd }

    func delete(_ path: String) { apply(.delete(path: path)) }

    /// The passwords of the server have no end.
    func expireTokens() {}

    func add(_ path: String, _ content: [UInt8]?) { apply(.add(path: path, content: content)) }

    func edit(_ world: World) {
        let paths = stub.paths
        guard !paths.isEmpty else { return }
        let path = paths[world.choose(paths.count)]
        let edit = ServerEdit.chosen(of: path, in: world) {
            guard var content = stub.contents[path] else { return nil }
            let hash = OriginalContent.hash(of: content)
            if let other = OriginalContent.other(than: hash) { return other }
            content[content.count / 2] ^= 1
            return content
        }
        world.note("the server is edited: \("\(edit)".prefix(100))")
        apply(edit)
    }

    /// Applies a command; one that has become impossible has no effect.
    private func apply(_ command: ControlCommand) { try? stub.apply(command) }
}
