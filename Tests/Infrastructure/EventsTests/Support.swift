import Events
import Scheduling
import SchedulingTestKit
import Signals
import Testing

struct Oops: Error {}

struct SignedIn: Event {
    static let name: EventName = "account.signedIn"
    var account = "a"
}

struct SignedOut: Event {
    static let name: EventName = "account.signedOut"
    var account = "a"
}

struct Counted: Event {
    static let name: EventName = "counted"
    var number: Int
    /// More than an existential holds inline.
    var text = "a text that is too long for the small form of a string"
}

/// A receiver that records the numbers, or names, of its events.
final class Tracker {
    let lifetime = Disposable()
    var numbers: [Int] = []
    var names: [String] = []
}

extension EventHub {
    func posts(of event: any Event.Type) -> EventReport.Posts? { report.posts(of: event.name) }
}
