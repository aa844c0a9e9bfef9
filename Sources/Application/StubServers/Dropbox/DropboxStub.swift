import Pictures
import Scheduling
package import WebServer

/// A server on the loopback address that answers like Dropbox, for tests and demonstrations.
///
/// It serves a generated library of any size or a folder of real photos. It keeps a journal of
/// changes, so that cursors work like Dropbox's, and injects the requested faults:
///
/// ```swift
/// let stub = DropboxStub(.init(source: .generated(photos: 1000, seed: 1)))
/// let port = try await stub.start()
/// try stub.apply(.fault(.init(route: "files/list_folder", effect: .status(429))))
/// …
/// await stub.stop()
/// ```
///
/// All methods may be called on any thread. Only programs on the same machine can reach the stub:
/// it binds 127.0.0.1 and refuses requests that name another host.
public final class DropboxStub: Sendable {
    private let service: StubService
    private let server: StubServer

    /// Loads the library that draws the photos, libgd, which a system may lack.
    ///
    /// Without it, creating a stub traps.
    ///
    /// - Throws: `StubStartError` with the code `noPictures`.
    public static func requireLibraries() throws(StubStartError) {
        do { try Picture.requireLibrary() } catch { throw StubStartError(error) }
    }

    /// Creates a stub that does not listen yet.
    ///
    /// This scans a folder, with one `lstat` for each file. A generated library costs nothing.
    public init(_ configuration: DropboxStubConfiguration) {
        service = StubService(configuration: configuration)
        server = StubServer(service: service, port: configuration.port)
    }

    /// Creates a stub that shares its pictures with other stubs, and can follow a simulated clock.
    ///
    /// - Parameters:
    ///   - configuration: the content and the restrictions.
    ///   - pictures: the pictures of the first account.
    ///   - now: returns the moment by which tokens end.
    package init(
        _ configuration: DropboxStubConfiguration, pictures: StubPictures,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        service = StubService(configuration: configuration, pictures: pictures, now: now)
        server = StubServer(service: service, port: configuration.port)
    }

    /// Answers a request without a socket; `nil` closes the connection.
    ///
    /// A fault that changes only the transfer of a body has no effect.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - path: the path, percent-encoded.
    ///   - query: the query without its `?`.
    ///   - headers: the header fields.
    ///   - body: the body.
    /// - Returns: the response; its body has to be in memory, which excludes downloads.
    package func answer(
        method: String, path: String, query: String = "",
        headers: [(name: String, value: String)] = [], body: [UInt8] = []
    ) async -> WebResponse? {
        var fields: [String: String] = [:]
        for field in headers { fields[field.name.lowercased()] = field.value }
        let answer = await service.answer(
            StubRequest(
                method: method, path: path, query: decodedForm(query), headers: fields, body: body))
        return answer.effect == .close ? nil : answer.response
    }

    /// Starts to listen, and returns the port.
    ///
    /// A stub can be started once.
    ///
    /// - Throws: `StubStartError` when the port is taken.
    @discardableResult
    public func start() async throws -> Int {
        do {
            let port = try await server.start()
            service.links.port.withLock { $0 = port }
            return port
        } catch let error as WebServerError {
            throw StubStartError(error)
        }
    }

    /// Closes every connection, and returns when the port is free.
    ///
    /// A stub that was stopped cannot be started.
    public func stop() async {
        service.stopWaiting()
        await server.stop()
    }

    /// Waits until the stub has been stopped.
    ///
    /// - Throws: the error that ended the server, if it was not stopped.
    public func waitUntilStopped() async throws {
        try await server.waitUntilStopped()
    }

    /// Runs a command immediately, even if `DropboxStubConfiguration.allowsControl` is not set.
    ///
    /// - Throws: `ControlError` when the command is not possible; nothing has changed then.
    public func apply(_ command: ControlCommand) throws(ControlError) {
        try service.apply(command)
    }

    /// The number of entries of the served folder that are hidden from clients.
    ///
    /// Their names are not UTF-8, or differ from another name only in case or in the form of
    /// accents.
    public var hiddenCount: Int { service.library.hiddenCount }

    /// The number of requests of `route`, such as `files/list_folder/continue`.
    public func requestCount(route: String) -> Int {
        service.log.counts[route] ?? 0
    }

    /// The latest lines that were sent to `/control/logs`, in the order of their arrival.
    public var reportLines: [String] {
        service.received.lines.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The number of requests for each route.
    public var requestCounts: [String: Int] { service.log.counts }

    /// The refresh tokens that were issued and are valid, one for each grant.
    public var refreshTokens: Set<String> { service.tokens.refreshTokens }

    /// The paths or identifiers in the latest batches of thumbnails, in the order of arrival.
    ///
    /// At most twenty thousand batches are kept.
    public var thumbnailBatches: [[String]] { service.log.batches }

    /// Every current file, by its path in lower case.
    ///
    /// Cost: the hash of each file's bytes; the hashes of files on the disk are kept.
    public var files: [String: StubFileState] {
        let nodes = service.library.snapshot().subtree(of: "")
        let states = nodes.compactMap { node -> (String, StubFileState)? in
            guard case .file(let file) = node else { return nil }
            let (size, hash) = service.library.measure(file.content)
            return (
                file.location.pathLower,
                StubFileState(
                    identifier: file.id, revision: file.rev, size: size, contentHash: hash)
            )
        }
        return Dictionary(states) { $1 }
    }

    /// The latest requests, at most ten thousand, in the order of arrival.
    public var requests: [StubRequestRecord] { service.log.records }
}

/// The facts that the stub reports about a file.
public struct StubFileState: Sendable, Equatable {
    /// The stable identifier.
    public let identifier: String
    /// The revision of the file's content and name.
    public let revision: String
    /// The size in bytes.
    public let size: Int
    /// The content hash, 64 hex digits; `nil` for a file on the disk that has just been changed.
    public let contentHash: String?
}
