import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import ProgramServices
import Providers
import Scheduling
import SchedulingTestKit
import Simulation
import SimulationDevices
import StubServers
import WebServer

/// The servers of Dropbox in a simulated network: the stub, called without sockets.
final class SimulatedServer: SimulatedService {
    private let stub: DropboxStub

    private let sent = SentPictures()
    private let trouble: ServerTrouble
    private static let thumbnails = "/2/files/get_thumbnail_batch"

    /// The hosts that the stub serves.
    static let hosts = ["api.dropboxapi.com", "content.dropboxapi.com", "www.dropbox.com"]

    /// Creates the servers, and adds them to the network.
    init(
        photos: Int, pageLimit: Int? = nil, in world: World, _ network: SimulatedNetwork
    ) {
        var configuration = DropboxStubConfiguration(source: .generated(photos: photos, seed: 1))
        configuration.pageLimit = pageLimit ?? max(5, photos / 8)
        let (clock, start) = (world.main, ContinuousClock.now)
        let stub = DropboxStub(configuration, pictures: StubPictures()) {
            start + .nanoseconds(clock.now.nanoseconds)
        }
        self.stub = stub
        let (sent, trouble) = (
            sent,
            ServerTrouble(
                in: world, over: network, ofAccountAt: Set(Self.hosts.prefix(2))
            ) { _ in
                [.emptyPage, .reset, .expiredToken, .garbage("{")]
            }
        )
        self.trouble = trouble
        for host in Self.hosts {
            network.serve(host) { request in
                if let effect = trouble.effect(on: request) {
                    try? stub.apply(.fault(InjectedFault(route: "*", effect: effect)))
                }
                var response = try StubResponse(
                    await stub.answer(
                        method: request.call.method.name, path: request.call.url.path,
                        query: request.call.url.query ?? "",
                        headers: request.call.headers.fields, body: request.call.body))
                if request.call.url.path == Self.thumbnails { sent.add(response) }
                // Time for a sign-in of another process.
                if request.call.url.path == RequestLaws.revocation {
                    response.delay = .milliseconds(500) * world.choose(4)
                }
                return response
            }
        }
    }

    func hasSent(_ picture: [UInt8], of version: PhotoVersion) -> Bool {
        sent.pictures[version]?.contains(picture) ?? false
    }

    var provider: FeedProvider { Providers.standard }
    var endpoint: HTTPURL? { nil }
    var access: ServerConfiguration.Access? { nil }

    /// The photos, by their paths in lower case.
    var files: [String: SimulatedFile] {
        stub.files.mapValues { file in
            SimulatedFile(
                version: PhotoVersion(id: file.identifier, revision: file.revision),
                contentHash: file.contentHash)
        }
    }

    func add(_ path: String, _ content: [UInt8]?) { apply(.add(path: path, content: content)) }

    func delete(_ path: String) { apply(.delete(path: path)) }

    func expireTokens() { apply(.expireTokens) }

    func makeTrouble(every interval: Int?) { trouble.interval = interval }

    var pauseEnd: Duration { trouble.pauseEnd }

    func edit(_ world: World) {
        let files = files
        let paths = files.keys.sorted()
        guard !paths.isEmpty else { return }
        if world.choose(30) == 1 {
            world.note("the server is emptied")
            for path in paths { apply(.delete(path: path)) }
            return apply(.resetCursors)
        }
        let path = paths[world.choose(paths.count)]
        let edit = ServerEdit.chosen(of: path, in: world) {
            OriginalContent.other(than: files[path]?.contentHash)
        }
        // Clients are not told of a move to the same place, as of another case of the name; and
        // the server does not join two folders.
        if case .move(let from, let to) = edit {
            let target = to.lowercased()
            if from == target || paths.contains(where: { $0.hasPrefix(target + "/") }) { return }
        }
        world.note("the server is edited: \("\(edit)".prefix(100))")
        apply(edit)
    }

    /// Grants the access that an address asks for, as a user with a browser does.
    ///
    /// - Returns: the code that the page shows.
    func consent(to address: HTTPURL) async throws -> String {
        let page = await stub.answer(
            method: "GET", path: address.path, query: address.query ?? "")
        let key = Self.text(of: page).components(separatedBy: "name=\"page\" value=\"").last?
            .prefix { $0 != "\"" }
        let answer = await stub.answer(
            method: "POST", path: address.path,
            body: Array("decision=allow&page=\(key ?? "")".utf8))
        guard let code = Self.text(of: answer).split(separator: " ").last else {
            throw ClosedConnection()
        }
        return String(code.filter { !$0.isNewline })
    }

    private static func text(of response: WebResponse?) -> String {
        String(decoding: response?.body.bytes ?? [], as: UTF8.self)
    }

    /// Applies a command; one that has become impossible has no effect.
    private func apply(_ command: ControlCommand) { try? stub.apply(command) }
}
