import Logging
import Scheduling

/// A server on the loopback address that answers like Dropbox, for tests and trials.
///
/// It serves a drawn library of any size or a folder of real photos, keeps a journal of changes
/// so that cursors work as Dropbox's do, and shows the faults it is ordered to:
///
/// ```swift
/// let stub = DropboxStub(.init(source: .generated(photos: 1000, seed: 1)))
/// let port = try await stub.start()
/// try stub.apply(.fault(.init(route: "files/list_folder", effect: .status(429))))
/// …
/// await stub.stop()
/// ```
///
/// All methods may be called from any thread. Only programs on the same machine can reach it: it
/// binds 127.0.0.1 and refuses requests that name another host.
public final class DropboxStub: Sendable {
    private let service: StubService
    private let server: StubServer
    private let running = Guarded<Task<Void, any Error>?>(nil)

    /// Makes a stub that does not listen yet.
    ///
    /// A folder is looked through now, at one `lstat` a file; a drawn library costs nothing.
    public init(_ configuration: DropboxStubConfiguration) {
        service = StubService(configuration: configuration)
        server = StubServer(service: service, port: configuration.port)
    }

    /// Begins to listen and returns the port.
    ///
    /// Throws ``StubStartError`` when the port is taken. A stub is started once in its life.
    @discardableResult
    public func start() async throws -> Int {
        let (ports, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
        let task = Task { [server, service] in
            do {
                try await server.run { continuation.yield($0) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: StubStartError(listening: error))
                // A server that was told to end says that it ended unexpectedly.
                guard service.isStopping else { throw error }
            }
        }
        running.withLock { running in
            precondition(running == nil, "a DropboxStub is started once in its life")
            running = task
        }
        for try await port in ports {
            service.links.port.withLock { $0 = port }
            return port
        }
        throw StubStartError(.stoppedEarly, "the stub was stopped before it listened")
    }

    /// Ends every connection and returns when the port is free; does nothing when not started.
    public func stop() async {
        service.stopWaiting()
        await server.stop()
        _ = await running.withLock(\.self)?.result
    }

    /// Returns when the stub has been stopped; throws what ended it otherwise.
    public func waitUntilStopped() async throws {
        try await running.withLock(\.self)?.value
    }

    /// Carries out a command now, whether or not ``DropboxStubConfiguration/allowsControl`` is
    /// set; throws ``ControlError`` and changes nothing when it cannot be done.
    public func apply(_ command: StubCommand) throws(ControlError) {
        try service.apply(command)
    }

    /// How many entries of the served folder no client is told of: their names are not UTF-8, or are another's but for
    /// case and the form of accents.
    public var leftOut: Int { service.library.leftOut }

    /// How many requests of `route` have arrived, such as `files/list_folder/continue`.
    public func requestCount(route: String) -> Int {
        service.log.counts[route] ?? 0
    }

    /// How many requests of every route have arrived.
    public var requestCounts: [String: Int] { service.log.counts }

    /// The paths or identifiers in the latest batches of thumbnails, at most twenty thousand, in the order of their arrival.
    public var thumbnailBatches: [[String]] { service.log.batches }

    /// Every file that there is now, by its path in lower case.
    ///
    /// Cost: a hash of each file's bytes.
    public var files: [String: StubFileState] {
        let nodes = service.library.snapshot().subtree(of: "")
        let states = nodes.compactMap { node -> (String, StubFileState)? in
            guard case .file(let file) = node else { return nil }
            let (size, hash) = service.library.measure(file.content)
            return (
                file.place.pathLower,
                StubFileState(
                    identifier: file.id, revision: file.rev, size: size, contentHash: hash)
            )
        }
        return Dictionary(states) { $1 }
    }

    /// The latest requests, at most ten thousand, in the order of their arrival.
    public var requests: [StubRequestRecord] { service.log.records }
}

/// The facts that the stub reports about a file.
public struct StubFileState: Sendable, Equatable {
    /// Its stable identifier.
    public let identifier: String
    /// The revision of its content and name.
    public let revision: String
    /// Its bytes.
    public let size: Int
    /// 64 hex digits; `nil` for a file on the disk that has just been changed.
    public let contentHash: String?
}
