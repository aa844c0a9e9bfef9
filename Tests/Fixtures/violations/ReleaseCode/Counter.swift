public import Scheduling

/// Compiled with and without the attribute; the machine code of the methods must be the same.
#if CHECKED
    @Schedulable
#endif
public final class Counter {
    var count = 0
    var marks: [Int] = []
    weak var owner: AnyObject?

    /// A new one.
    public init() {}

    /// Changes a property.
    public func increment() {
        count += 1
    }

    /// Throws, and changes one in place.
    public func mark(at index: Int) throws -> Int {
        marks.append(index)
        return marks[index] + count
    }

    /// Returns a result.
    public func sum() -> Int {
        marks.reduce(count, +)
    }

    /// Takes a closure.
    public func counted(_ body: (Int) -> Int) -> Int { body(count) }

    /// Contains a capture list.
    public func reader() -> () -> Int {
        { [weak self] in self?.count ?? 0 }
    }

    /// Reads a weak one.
    public func isOwned(by object: AnyObject) -> Bool {
        owner === object
    }

    /// Suspends.
    public nonisolated(nonsending) func wait(for body: () async -> Int) async {
        count += await body()
    }
}
