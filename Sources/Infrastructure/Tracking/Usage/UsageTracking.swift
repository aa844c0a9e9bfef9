package import KeyedStore
import Scheduling

/// The stored usage of the program.
package struct UsageSummary: Hashable, Sendable {
    /// The identifier of the installation; `nil` before the first event, and while it is off.
    package let installation: TrackingID?
    /// Whether the tracking is on.
    package let isOn: Bool
    /// The counts; empty while it is off.
    package let counts: [TrackedCount]

    package init(isOn: Bool, installation: TrackingID?, counts: [TrackedCount]) {
        self.isOn = isOn
        self.installation = installation
        self.counts = counts
    }
}

/// The tracking of a program: the user's setting, the installation, and the tracker.
///
/// It is off until `switchOn`. While it is off, no identifier exists, no file is made, and the
/// database of the counts is not opened. `switchOff` removes the identifier and the counts.
///
/// The setting and the identifier are in a store of their own, which is read for each use, and once
/// more when an event is counted. So a program that runs follows the setting at once, and counts
/// nothing after another one has switched it off.
///
/// Thread-safe. The store is read and written on a thread of its own, and read on the scheduler of
/// the counts.
package final class UsageTracking: Sendable {
    private static let isOn = Key<Bool>("usage.on", default: false)
    private static let installationID = Key<String?>("usage.installation")

    private let makeSettings: @Sendable () throws -> KeyedStore
    private let counts: CountsBackend
    private let others: [any TrackingBackend]
    private let report: @Sendable (TrackedWord, any Error) -> Void
    private let settings = Guarded<KeyedStore?>(nil)
    private let live = Guarded(Tracker.off)

    /// Creates the tracking of a program; nothing is read until it is used.
    ///
    /// - Parameters:
    ///   - settings: makes the store of the setting and the identifier.
    ///   - counts: the counts, which the user can see.
    ///   - others: further backends.
    ///   - report: receives the name and the first error of each backend that fails, on any thread.
    package init(
        settings: @autoclosure @escaping @Sendable () throws -> KeyedStore,
        counts: CountsBackend, and others: [any TrackingBackend] = [],
        reporting report: @escaping @Sendable (TrackedWord, any Error) -> Void = { _, _ in }
    ) {
        makeSettings = settings
        self.counts = counts
        self.others = others
        self.report = report
    }

    /// Returns the tracker of this run; `Tracker.off` while the tracking is off.
    ///
    /// The first call while it is on makes the identifier of the installation, if there is none.
    ///
    /// - Throws: `KeyedStoreError`; the error of making the store.
    package func tracker() async throws -> Tracker {
        let id = try await inStore { try $0[Self.isOn] ? try Self.installation(in: $0) : nil }
        let present = counts.counting { [weak self] id in try self?.isPresent(id) ?? false }
        return live.withLock { tracker in
            if tracker.installation != id {
                tracker =
                    id.map {
                        Tracker(to: [present] + others, installation: $0, reporting: report)
                    } ?? .off
            }
            return tracker
        }
    }

    /// Switches the tracking on.
    ///
    /// - Throws: `KeyedStoreError`; the error of making the store.
    package func switchOn() async throws {
        try await inStore { store in try store.update { $0[Self.isOn] = true } }
    }

    /// Switches the tracking off, and removes the identifier and the counts.
    ///
    /// While it is off already, it changes nothing.
    ///
    /// - Throws: `KeyedStoreError`; the error of making the store; the error of a backend, after
    ///   the tracking is off.
    package func switchOff() async throws {
        let wasOn = try await inStore { store in
            guard !store.names.isEmpty else { return false }
            try store.update { update in
                update.remove(Self.isOn)
                update.remove(Self.installationID)
            }
            return true
        }
        if wasOn { try await forgetEvents() }
    }

    /// Removes the counts and the identifier; the next event gets a new one.
    ///
    /// While the tracking is off, it changes nothing.
    ///
    /// - Throws: `KeyedStoreError`; the error of making the store; the error of a backend.
    package func forget() async throws {
        let isOn = try await inStore { store in
            guard try store[Self.isOn] else { return false }
            try store.update { $0.remove(Self.installationID) }
            return true
        }
        if isOn { try await forgetEvents() }
    }

    /// Returns the setting, the identifier and the counts; while it is off, no database is opened.
    ///
    /// - Throws: `KeyedStoreError`; the error of making the store; the error of the counts.
    package func summary() async throws -> UsageSummary {
        let (isOn, id) = try await inStore { store in
            (try store[Self.isOn], try store[Self.installationID].flatMap { TrackingID($0) })
        }
        guard isOn else { return UsageSummary(isOn: false, installation: nil, counts: []) }
        return UsageSummary(isOn: true, installation: id, counts: try await counts.counts())
    }

    /// Waits until the events that were tracked before are stored.
    package func drained() async { await live.withLock({ $0 }).drained() }

    /// Removes what the backends keep, after the events that were tracked before.
    private func forgetEvents() async throws {
        let former = live.withLock { tracker in
            defer { tracker = .off }
            return tracker
        }
        await former.drained()
        try await counts.forget()
        for backend in others { try await backend.forget() }
    }

    /// Uses the store, with the changes of other processes, on a thread that may block.
    private func inStore<Value: Sendable>(
        _ body: @escaping @Sendable (KeyedStore) throws -> Value
    ) async throws -> Value {
        try await onThreadOfItsOwn { try body(self.store()) }
    }

    private func store() throws -> KeyedStore {
        if let found = settings.withLock({ $0 }) {
            try found.reload()
            return found
        }
        let made = try makeSettings()
        return settings.withLock { store in
            let kept = store ?? made
            store = kept
            return kept
        }
    }

    /// Whether the tracking is on, and the installation has not been forgotten.
    private func isPresent(_ id: TrackingID) throws -> Bool {
        let store = try store()
        return try store[Self.isOn] && store[Self.installationID].flatMap { TrackingID($0) } == id
    }

    /// The identifier, which is made if there is none; `nil` if the tracking is off by now.
    private static func installation(in store: KeyedStore) throws -> TrackingID? {
        if let known = try store[installationID].flatMap({ TrackingID($0) }) { return known }
        return try store.update { update in
            guard update[isOn] else { return nil }
            if let known = update[installationID].flatMap({ TrackingID($0) }) { return known }
            let id = TrackingID()
            update[installationID] = "\(id)"
            return id
        }
    }
}
