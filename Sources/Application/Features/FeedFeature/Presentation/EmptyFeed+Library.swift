import CommandLineProgram
import PhotoFeed
import Scheduling

extension EmptyFeed {
    /// The reason why the feed of `library` shows nothing.
    @MainActor
    static func reason(in library: SchedulerBound<any FeedReader>) async throws -> String {
        let (state, count) = try await library.run {
            (try $0.state(), try $0.statistics(withMediaInfo: false).nodes)
        }
        return reason(state, count: count)
    }
}
