import Foundation
import PhotoFeed
import PhotoLibrary
import Scheduling

/// The cursor of a library, with what its runs have seen of the server; a probe extends it.
struct LibraryMemory: Sendable {
    let path: String
    /// The folder that the library follows.
    let folder: String
    let cursor: FeedCursor

    /// Reads the memory of the library at `path`.
    ///
    /// `nil` without a library that follows the server, or if it cannot be read, which its own
    /// check reports.
    init?(of path: String?, server: String) async {
        guard let path else { return nil }
        let library = SchedulerBound(on: Self.scheduler) { try SQLiteFeedReader(path: path) }
        let found = try? await library.run { reader -> (FeedSource, FeedCursor)? in
            guard case .following(let source, let cursor) = try reader.state() else { return nil }
            return (source, cursor)
        }
        guard let (source, cursor) = found, source.server ?? server == server else {
            return nil
        }
        self.path = path
        folder = source.folder
        self.cursor = cursor
    }

    /// Stores the result of a probe, so that the next run uses it.
    ///
    /// A library that another run holds keeps its own memory; the next probe stores the result.
    func store(_ result: ProbedCapabilities) async {
        guard let probed = result.cursor, probed != cursor else { return }
        let (path, former) = (path, cursor)
        let library = SchedulerBound(on: Self.scheduler) { try SQLiteFeedWriter(path: path) }
        try? await library.run { writer in
            try writer.store(result, after: former)
            try writer.collectGarbage()
        }
    }

    private static var scheduler: WorkScheduler {
        WorkScheduler(name: "doctor", priority: .utility)
    }
}
