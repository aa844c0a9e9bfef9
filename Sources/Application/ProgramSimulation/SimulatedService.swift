import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import ProgramServices
import Simulation
import WebServer

/// The servers of a photo service in a simulated network.
protocol SimulatedService: Sendable {
    /// The provider of the program that uses the service.
    var provider: FeedProvider { get }
    /// The address that replaces the provider's hosts.
    var endpoint: HTTPURL? { get }
    /// The access of a program without a sign-in; `nil` where the user has to sign in.
    var access: ServerConfiguration.Access? { get }
    /// Whether the server makes thumbnails.
    var hasThumbnails: Bool { get }
    /// The photos, by the keys of their paths.
    var files: [String: SimulatedFile] { get }

    /// Whether the server has sent this thumbnail of this photo.
    func hasSent(_ picture: [UInt8], of version: PhotoVersion) -> Bool

    /// Whether a thumbnail may be that of the file with this hash of its content.
    func isThumbnail(_ picture: [UInt8], ofContent hash: String) -> Bool

    /// Makes a change that the seed chooses.
    func edit(_ world: World)
    /// Answers one of so many requests as a server in trouble; `nil` for none.
    func makeTrouble(every interval: Int?)
    /// Ends the validity of all access tokens.
    func expireTokens()
    /// The end of the last pause that the server has asked for.
    var pauseEnd: Duration { get }
    /// Removes a file.
    func delete(_ path: String)
    /// Adds a file; without a content, a photo.
    func add(_ path: String, _ content: [UInt8]?)
}

extension SimulatedService {
    var hasThumbnails: Bool { true }
    var pauseEnd: Duration { .zero }

    func isThumbnail(_ picture: [UInt8], ofContent hash: String) -> Bool { true }
}

/// A photo at a server.
struct SimulatedFile {
    /// The identifier and the revision; `nil` where the client makes its own ones.
    let version: PhotoVersion?
    /// The hash of the content, as 64 digits.
    let contentHash: String?
}

/// The error of a server that closes a connection without a response.
struct ClosedConnection: Error {}

extension StubResponse {
    /// The response of a server that is called without sockets.
    ///
    /// - Throws: `ClosedConnection` for `nil`, and for a body that is not in memory.
    init(_ answer: WebResponse?) throws {
        guard let answer, let body = answer.body.bytes else { throw ClosedConnection() }
        var headers = HTTPHeaders()
        for (name, value) in answer.headers { headers.add(name, value) }
        self.init(answer.status, headers: headers, body: body)
    }
}
