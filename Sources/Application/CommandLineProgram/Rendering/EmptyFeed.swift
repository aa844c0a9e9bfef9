package import PhotoFeed
import TextFormats

/// The reason why a feed shows nothing.
package enum EmptyFeed {
    /// The reason for a library in `state` with `count` photos and videos, none of which is shown.
    package static func reason(_ state: FeedState, count: Int) -> String {
        switch state {
        case _ where count > 0:
            "None of the library's \(Units.count(count)) photos and videos matches the options."
        case .empty:
            "The library is empty: no sync has reached the server yet. Run photopark sync."
        case .listing:
            "The library is empty: its first sync has not finished. Run photopark sync again; "
                + "it resumes where it stopped."
        case .following(let source, _):
            "The library is empty: the server has no photos or videos in "
                + "\(TerminalText.escape(source.description))."
        }
    }
}
