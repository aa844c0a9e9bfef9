import CurlGateway
import DropboxFeed
import HTTPGateway
import PhotoFeed
import PhotoLibrary
import Scheduling

import struct Foundation.URL

/// The composition root: creates the program's live services and connects them.
///
/// UI: the commands and presenters, on the main scheduler. BL: the gateway, hosts, fetchers,
/// library and synchronizer, on `business`. TS: the entities and handles, which may be used on any
/// thread.
@MainActor
struct CompositionRoot {
    /// The scheduler that runs the business logic.
    enum Placement {
        /// A separate work scheduler with a lower priority than the user interface.
        case partitioned
        /// The main scheduler: a classic program with one thread, with the same results.
        case singleScheduler
    }

    /// The access of a command to a library.
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

    /// The synchronizer that brings the library in `folder` up to date with `server`.
    func synchronizer(library folder: URL, server: ServerConfiguration) -> SchedulerBound<
        any FeedSynchronizer
    > {
        let library = library(in: folder, .readWrite)
        let gateway = gateway(for: server)
        // Rate limits apply to the whole account, so both hosts share one pacer.
        let pacer = SchedulerBound(on: business) { HostPacer() }
        let api = host(DropboxHosts.api, of: server, gateway, pacer)
        let content = host(DropboxHosts.content, of: server, gateway, pacer)
        let nodes = SchedulerBound<any NodeFetcher>(on: business) {
            try DropboxNodeFetcher(host: api.get(in: $0))
        }
        let thumbnails = SchedulerBound<any ThumbnailFetcher>(on: business) {
            try DropboxThumbnailFetcher(host: content.get(in: $0))
        }
        let accounts = SchedulerBound<any AccountFetcher>(on: business) {
            try DropboxAccountFetcher(host: api.get(in: $0))
        }
        return SchedulerBound(on: business) {
            try MirroringSynchronizer(
                nodes: nodes.get(in: $0), thumbnails: thumbnails.get(in: $0),
                library: library.get(in: $0),
                accounts: accounts.get(in: $0))
        }
    }

    private func gateway(for server: ServerConfiguration) -> SchedulerBound<any RequestGateway> {
        SchedulerBound(on: business) {
            // About a dozen batches of thumbnails are in flight at the same time.
            var limits = CurlGateway.Limits(connections: 16, perOrigin: 12)
            limits.bandwidth.download = server.receiveLimit.map(Int64.init)
            let options = HTTPOptions { $0.tls = server.caFile.map { TLSTrust(roots: .file($0)) } }
            return CurlGateway(options: options, limits: limits)
        }
    }

    /// One host of the server.
    ///
    /// If the user has given an endpoint, it replaces every host of Dropbox.
    private func host(
        _ address: String, of server: ServerConfiguration,
        _ gateway: SchedulerBound<any RequestGateway>,
        _ pacer: SchedulerBound<HostPacer>
    ) -> SchedulerBound<any APIHost> {
        SchedulerBound(on: business) { isolation in
            let url = try server.endpoint?.url ?? HTTPURL(address)
            return try HTTPHost(
                at: url,
                through: gateway.get(in: isolation),
                options: HTTPOptions {
                    $0.credential = .bearer(server.token).restricted(to: [url.origin])
                    $0.retry = DropboxHosts.retry
                },
                pacer: pacer.get(in: isolation))
        }
    }

    /// Runs `work`, and returns when the objects that it has released are gone.
    ///
    /// They are released on the business scheduler, which runs its items in posting order. The
    /// library of the work is therefore closed when this returns or throws.
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
