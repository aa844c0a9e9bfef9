import Foundation
public import Scheduling
public import Signals

/// A row that runs: each is a type of its own, named after its file.
public protocol Row {
    /// Runs on the initial thread, which serves the main scheduler afterwards.
    static func run()
}

/// The environment of every row: two schedulers, a service on each, and a way to end.
public enum World {
    /// The scheduler of the business logic; the rows run on the main one.
    public static let business = WorkScheduler(name: "BL")

    /// Ends a row that went well.
    public static func done() -> Never {
        exit(0)
    }

    /// Writes a line to standard error.
    public static func say(_ line: String) {
        FileHandle.standardError.write(Data("\(line)\n".utf8))
    }

    /// A service that the row must not have, because it lives on 'BL'.
    public static func smuggled() -> Smuggled<Fetcher> {
        smuggled { Fetcher() }
    }

    /// The same, of another class.
    public static func smuggled<Service>(
        _ make: sending @escaping () -> Service
    ) -> Smuggled<Service> {
        let smuggled = Smuggled<Service>()
        let isThere = DispatchSemaphore(value: 0)
        business.schedule {
            smuggled.service = make()
            isThere.signal()
        }
        isThere.wait()
        return smuggled
    }

    /// A service that the row may have: what crosses is the handle.
    public static func bound() -> SchedulerBound<Fetcher> {
        SchedulerBound(on: business) { Fetcher() }
    }
}

/// A box that bypasses the compiler's checks, which no correct program uses.
public final class Smuggled<Service>: @unchecked Sendable {  // a row's purpose is to be wrong
    private nonisolated(unsafe) var stored: Service?  // the box exists to be misused

    /// The reference, on whatever thread asks.
    public var service: Service {
        get {
            guard let stored else { preconditionFailure("a row uses its service too early") }
            return stored
        }
        set { stored = newValue }
    }

    /// A box that is still empty.
    public init() {}

    /// Drops the reference, on whatever thread asks.
    public func release() {
        stored = nil
    }
}

/// The protocol of the service.
public protocol NodeFetcher: AnyObject {
    /// The greatest number of nodes.
    var limit: Int { get set }
    /// Fetches.
    func fetchNodes()
}

extension NodeFetcher {
    /// A default implementation, which is checked only by the requirements that it uses.
    public func fetchTwice() {
        fetchNodes()
        fetchNodes()
    }
}

/// A service of the business logic.
@Schedulable
open class Fetcher: NodeFetcher {
    /// A checked property.
    public var limit = 10
    /// One that is changed in place.
    public var names: [String] = []
    /// A weak one.
    public weak var owner: AnyObject?
    /// A closure that is called later.
    public var onNodes: (() -> Void)?
    /// One with an observer.
    public var watched = 0 {
        didSet { names.append("watched") }
    }

    /// A new one.
    public init() {}

    /// A checked method.
    open func fetchNodes() {}

    /// One that throws.
    public func fetch(page: Int, of size: Int) throws -> [String] {
        names
    }

    /// A generic one.
    public func convert<Value>(_ value: Value) -> Value {
        value
    }

    /// An async one.
    public nonisolated(nonsending) func load() async -> Int {
        limit
    }

    /// A closure that looks into the service whenever it is called.
    public func counter() -> () -> Int {
        { [weak self] in self?.limit ?? 0 }
    }

    /// A signal whose work reads the service.
    public func limits() -> Signal<Int, Never> {
        .deferred { .just(self.limit) }
    }

    /// Stores a closure that uses the service.
    public func watch() {
        onNodes = { [weak self] in self?.refresh() }
    }

    /// A computed property.
    public var isFull: Bool {
        checkScheduler()
        return names.count >= limit
    }

    /// A subscript.
    public subscript(index: Int) -> String {
        get {
            checkScheduler()
            return names[index]
        }
        set {
            checkScheduler(.write)
            names[index] = newValue
        }
    }

    private func refresh() {
        fetchNodes()
    }
}

@SchedulableExtension
extension Fetcher: Hashable {
    /// An operator.
    public static func == (left: Fetcher, right: Fetcher) -> Bool {
        left.limit == right.limit
    }

    /// A witness of the standard library's.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(limit)
    }
}

/// A service that lets go of another one.
public final class Neighbour {
    private let fetcher: Fetcher

    /// A neighbour of `fetcher`.
    public init(_ fetcher: Fetcher) {
        self.fetcher = fetcher
    }

    /// Does nothing.
    public func use() {}

    deinit {
        fetcher.fetchNodes()
    }
}

/// An actor on the scheduler of the business logic.
public actor BusinessActor {
    /// The scheduler's executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        World.business.asUnownedSerialExecutor()
    }

    /// A state.
    public var count = 0

    /// A new one.
    public init() {}

    /// Uses the service of another object.
    public func keep(_ fetcher: Fetcher) {
        fetcher.fetchNodes()
    }

    /// Uses a service of its own.
    public func fetch() {
        Fetcher().fetchNodes()
    }

    /// Awaits a service of its own.
    public func load() async -> Int {
        await Fetcher().load()
    }
}

/// A service of the user interface, known to the compiler too.
@MainActor
@Schedulable
public final class Presenter {
    /// A checked property of the main actor.
    public var shown = 0

    /// A new one.
    public init() {}

    /// A checked method of the main actor.
    public func show() {
        shown += 1
    }
}
