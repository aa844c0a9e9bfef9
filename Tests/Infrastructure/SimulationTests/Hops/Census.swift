import Scheduling

/// Counts the living objects of a program: values under way, and what closures capture.
final class Census: Sendable {
    private let living = Guarded(0)

    var count: Int { living.withLock { $0 } }

    fileprivate func change(by number: Int) { living.withLock { $0 += number } }
}

/// A counted number, as a value of a signal or as the capture of a closure.
final class Item: Sendable {
    let number: Int
    let census: Census

    init(_ number: Int, _ census: Census) {
        self.number = number
        self.census = census
        census.change(by: 1)
    }

    deinit { census.change(by: -1) }
}
