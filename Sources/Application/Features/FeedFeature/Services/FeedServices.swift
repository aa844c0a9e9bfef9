import CurlGateway
import HTTPGateway
import PhotoFeed
import PhotoLibrary
import Scheduling

import struct Foundation.URL

/// Creates the live services of the feed and connects them.
///
/// UI: the commands and presenters, on the main scheduler. BL: the gateway, hosts, fetchers,
/// library and synchronizer, on `business`. TS: the entities and handles, which may be used on any
/// thread.
@MainActor
struct FeedServices {
    /// The scheduler that runs the business logic.
    enum Placement {
        /// A separate work scheduler with a lower priority than the user interface.
        case partitioned
        /// The main scheduler: a classic program with one thread, with the same results.
        case singleScheduler
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

    /// The library in `folder`, for reading.
    func library(in folder: URL) -> SchedulerBound<any FeedReader> {
        let path = folder.path
        return SchedulerBound(on: business) { try SQLiteFeedReader(path: path) }
    }

    /// The synchronizer that brings the library in `folder` up to date with `server`.
    func synchronizer(library folder: URL, server: ServerConfiguration) -> SchedulerBound<
        any FeedSynchronizer
    > {
        let path = folder.path
        let library = SchedulerBound<any FeedWriter>(on: business) {
            try SQLiteFeedWriter(path: path)
        }
        let gateway = gateway(for: server)
        return SchedulerBound(on: business) {
            let connection = FeedConnection(
                gateway: try gateway.get(in: $0), endpoint: server.endpoint,
                credential: server.credential)
            return try MirroringSynchronizer(
                library: library.get(in: $0), provider: server.provider, connection: connection)
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
