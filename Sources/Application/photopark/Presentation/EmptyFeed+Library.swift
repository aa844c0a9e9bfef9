import PhotoFeed
import Rendering
import Scheduling

extension EmptyFeed {
    /// Why nothing of `library` is shown.
    @MainActor
    static func reason(in library: SchedulerBound<any FeedLibrary>) async throws -> String {
        let (state, count) = try await library.run {
            (try $0.state(), try $0.census(withMediaInfo: false).nodes)
        }
        return reason(state, count: count)
    }
}
