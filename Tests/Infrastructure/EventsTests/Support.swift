@testable import Events

struct SignedIn: Event {
    var account = "a"
}

struct SignedOut: Event {}

struct Counted: Event {
    var number: Int
    /// More than an existential holds inline.
    var text = "a text that is too long for the small form of a string"
}

/// A receiver that records the numbers, or names, of its events.
final class Tracker {
    var numbers: [Int] = []
    var names: [String] = []
}
