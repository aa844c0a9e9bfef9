public import Scheduling
import Synchronization

/// A live subscription that was made by an observer, for debugging.
///
/// ```swift
/// for subscription in SubscriptionTracker.subscriptions { print(subscription) }
/// // pages (Feed/Walk.swift:31), observed at App/Screen.swift:12 on scheduler 'UI'
/// ```
public struct LiveSubscription: Sendable, Identifiable, CustomStringConvertible {
    /// A number that is unique in the program and grows with each subscription.
    public let id: UInt64
    /// The file that subscribed, as `Module/File.swift`.
    public let file: StaticString
    /// The line that subscribed.
    public let line: UInt
    /// The name of the scheduler that the subscription belongs to; `nil` outside of all schedulers.
    public let scheduler: String?
    let places: [Place]
    fileprivate let home: ObjectIdentifier?

    fileprivate init(_ id: UInt64, _ operatorPath: OperatorPath, _ line: SourceLine) {
        let current = Schedulers.current
        self.id = id
        file = line.file
        self.line = line.line
        scheduler = current?.name
        places = operatorPath.places
        home = current.map(ObjectIdentifier.init)
    }

    /// The nearest named places above the observer, each with the chain above it.
    public var names: [String] { places.map(\.description) }

    /// Whether the subscription belongs to `scheduler`.
    public func isOn(_ scheduler: any Scheduler) -> Bool { home == ObjectIdentifier(scheduler) }

    /// The names, the line that subscribed, and the scheduler.
    public var description: String {
        let names = places.isEmpty ? "unnamed" : names.joined(separator: "; ")
        let home = scheduler.map { " on scheduler '\($0)'" } ?? ""
        return "\(names), observed at \(file):\(line)\(home)"
    }
}

extension SubscriptionTracker {
    /// The live subscriptions made by `observe`, `deliver(to:)` and `bind`, the oldest first.
    ///
    /// Empty in release builds. Callable from any thread. A debug build pays a lock and an entry
    /// for each subscription, and keeps at most 10,000 entries for each scheduler: subscriptions
    /// beyond that are not listed.
    public static var subscriptions: [LiveSubscription] {
        #if DEBUG
            SubscriptionRecord.all
        #else
            []
        #endif
    }
}

/// A line of the source code.
@frozen
@usableFromInline
struct SourceLine: Sendable {
    @usableFromInline let file: StaticString
    @usableFromInline let line: UInt

    @inlinable
    init(_ file: StaticString, _ line: UInt) {
        self.file = file
        self.line = line
    }
}

#if DEBUG
    /// The entry of a subscription in the list; the closures of the subscription keep it.
    @usableFromInline
    final class SubscriptionRecord: Sendable {
        private struct List {
            var entries: [UInt64: LiveSubscription] = [:]
            var counts: [ObjectIdentifier?: Int] = [:]

            mutating func add(_ entry: LiveSubscription) {
                guard counts[entry.home, default: 0] < 10_000 else { return }
                counts[entry.home, default: 0] += 1
                entries[entry.id] = entry
            }

            mutating func remove(_ id: UInt64) -> LiveSubscription? {
                guard let entry = entries.removeValue(forKey: id) else { return nil }
                counts[entry.home, default: 0] -= 1
                if counts[entry.home] == 0 { counts[entry.home] = nil }
                return entry
            }
        }

        private static let list = Guarded(List())
        private static let lastID = Atomic<UInt64>(0)

        private let id: UInt64

        @usableFromInline
        init(_ operatorPath: OperatorPath, _ line: SourceLine) {
            id = Self.lastID.add(1, ordering: .relaxed).newValue
            let entry = LiveSubscription(id, operatorPath, line)
            Self.list.withLock { $0.add(entry) }
        }

        deinit {
            // Released outside of the lock.
            let entry = Self.list.withLock { $0.remove(id) }
            withExtendedLifetime(entry) {}
        }

        static var all: [LiveSubscription] {
            list.withLock { Array($0.entries.values) }.sorted { $0.id < $1.id }
        }
    }
#endif
