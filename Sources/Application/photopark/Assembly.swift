import CurlGateway
import DropboxFeed
import HTTPGateway
import PhotoFeed
import PhotoLibrary
import Scheduling

import struct Foundation.URL

/// Builds the program's three worlds, and is the one place that picks live parts.
///
/// UI: the commands and presenters, on the main scheduler. BL: the gateway, hosts, fetchers, library and synchronizer, on
/// `business`. TS: the entities and handles, which any of them may use.
@MainActor
struct Assembly {
    /// Where the business logic lives.
    enum Placement {
        /// On a scheduler of its own, below the user interface's priority.
        case partitioned
        /// On the main scheduler too: the classic program with one thread, with the same results.
        case singleScheduler
    }

    /// What a command wants to do with a library.
    enum Access {
        case readOnly
        case readWrite
    }

    /// The scheduler of the business logic.
    let business: any Scheduler

    init(placement: Placement = .partitioned) {
        business =
            switch placement {
            case .partitioned: WorkScheduler(name: "BL", priority: .utility)
            case .singleScheduler: MainScheduler.shared
            }
    }

    /// The library in `folder`.
    func library(in folder: URL, _ access: Access) -> SchedulerBound<any FeedLibrary> {
        let path = folder.path
        return SchedulerBound(on: business) {
            switch access {
            case .readOnly: try SQLiteFeedLibrary(reading: path)
            case .readWrite: try SQLiteFeedLibrary(writing: path)
            }
        }
    }

    /// What brings the library in `folder` up to date with `server`.
    func syncRun(library folder: URL, server: Server) -> SchedulerBound<any FeedSynchronizer> {
        let library = library(in: folder, .readWrite)
        let gateway = gateway(for: server)
        // A refusal for haste by one of the hosts is meant for the whole account.
        let pacer = SchedulerBound(on: business) { HostPacer() }
        let api = host(DropboxHosts.api, of: server, gateway, pacer)
        let content = host(DropboxHosts.content, of: server, gateway, pacer)
        let nodes = SchedulerBound<any NodeFetcher>(on: business) {
            try DropboxNodeFetcher(host: api.here($0))
        }
        let thumbnails = SchedulerBound<any ThumbnailFetcher>(on: business) {
            try DropboxThumbnailFetcher(host: content.here($0))
        }
        let accounts = SchedulerBound<any AccountFetcher>(on: business) {
            try DropboxAccountFetcher(host: api.here($0))
        }
        return SchedulerBound(on: business) {
            try MirroringSynchronizer(
                nodes: nodes.here($0), thumbnails: thumbnails.here($0), library: library.here($0),
                accounts: accounts.here($0))
        }
    }

    private func gateway(for server: Server) -> SchedulerBound<any RequestGateway> {
        SchedulerBound(on: business) {
            // A dozen batches of thumbnails are in flight at once.
            var limits = CurlGateway.Limits(connections: 16, perOrigin: 12)
            limits.bandwidth.download = server.receiveLimit.map(Int64.init)
            let options = HTTPOptions { $0.tls = server.caFile.map { HTTPTrust(roots: .file($0)) } }
            return CurlGateway(options: options, limits: limits)
        }
    }

    /// One of the server's hosts; an endpoint of the user's stands for all of them.
    private func host(
        _ address: String, of server: Server, _ gateway: SchedulerBound<any RequestGateway>,
        _ pacer: SchedulerBound<HostPacer>
    ) -> SchedulerBound<any APIHost> {
        SchedulerBound(on: business) { isolation in
            let url = try server.endpoint?.url ?? HTTPURL(address)
            return try HTTPHost(
                at: url,
                through: gateway.here(isolation),
                options: HTTPOptions {
                    $0.credential = .bearer(server.token).bound(to: [url.origin])
                    $0.retry = DropboxHosts.retry
                },
                pacer: pacer.here(isolation))
        }
    }

    /// Does `work`, and returns when all that it has released is gone from the business scheduler, its library closed.
    func closingLibraries<Value>(
        after work: @MainActor () async throws -> Value
    ) async throws -> Value {
        let result: Result<Value, any Error>
        do { result = .success(try await work()) } catch { result = .failure(error) }
        await withCheckedContinuation { continuation in
            business.schedule { continuation.resume() }
        }
        return try result.get()
    }
}
