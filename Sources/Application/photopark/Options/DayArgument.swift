import ArgumentParser
import PhotoFeed

/// A moment on the command line: a day (`2024-05-31`, which begins at midnight UTC) or a moment (`2024-05-31T18:00:00Z`).
struct DayArgument: ExpressibleByArgument {
    let start: FeedTime
    /// The first moment that is no longer within; times are whole seconds.
    let end: FeedTime

    init?(argument: String) {
        let moment = FeedTime(argument)
        guard let start = moment ?? FeedTime(argument + "T00:00:00Z") else { return nil }
        let seconds: Int64 = moment == nil ? 86_400 : 1
        self.start = start
        end = FeedTime(secondsSinceEpoch: start.secondsSinceEpoch + seconds)
    }
}
