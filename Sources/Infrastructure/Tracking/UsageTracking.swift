package import KeyedStore
import Scheduling

/// The stored usage of the program.
package struct UsageSummary: Hashable, Sendable {
    /// The identifier of the installation; `nil` before the first event, and while it is off.
    package let installation: TrackingID?
    /// Whether the tracking is on.
    package let isOn: Bool
    /// The address that the events are sent to; `nil` if they stay on this machine.
    package let destination: String?
    /// The counts; empty while it is off.
    package let counts: [TrackedCount]

    package init(
        isOn: Bool, installation: TrackingID?, destination: String? = nil, counts: [TrackedCount]
    ) {
        self.isOn = isOn
        self.installation = installation
        self.destination = destination
        self.counts = counts
    }
}

/// The tracking of a program: the user's setting, the installation, and the tracker.
///
/// It is off until `switchOn`. While it is off, no identifier exists, no file is made, no request
/// is sent, and the database of the counts is not opened. `switchOff` removes the identifier and
/// the counts.
///
/// Events leave the machine only if the user has named an address for them. They are sent as long
/// as the setting has this address. When the setting loses the address, the waiting events are
/// removed.
///
/// The setting and the identifier are in a store of their own, which is read for each use, and once
/// more when an event is counted. A running program therefore follows a change of the setting
/// immediately, and counts nothing after another program has switched it off.
///
/// Thread-safe. The store is read and written on a thread of its own, and read on the scheduler of
/// the counts.
package final class UsageTracking: Sendable {
    private static let isOn = Key<Bool>("usage.on", default: false)
    private static let installationID = Key<String?>("usage.installation")
    private static let destination = Key<String?>("usage.destination")

    /// The tracker of the present setting.
    private struct Live {
        /// `nil` while the tracking is off.
        var tracker: Tracker?
        var address: String?
        /// The backend that sends events to `address`.
        var remote: RemoteBackend?
    }

    private let makeSettings: @Sendable () throws -> KeyedStore
    private let counts: CountsBackend
    private let others: [any TrackingBackend]
    private let remote: RemoteUsage?
    private let report: @Sendable (TrackedWord, any Error) -> Void
    private let settings = Guarded<KeyedStore?>(nil)
    private let live = Guarded(Live())

    /// Creates the tracking of a program; nothing is read until it is used.
    ///
    /// - Parameters:
    ///   - settings: makes the store of the setting and the identifier.
    ///   - counts: the counts, which the user can see.
    ///   - others: further backends.
    ///   - remote: sends events, if the setting has an address; `nil` for a program that sends
    ///     none.
    ///   - report: receives the name and the first error of each backend that fails, on any thread.
    package init(
        settings: @autoclosure @escaping @Sendable () throws -> KeyedStore,
        counts: CountsBackend, and others: [any TrackingBackend] = [],
        sendingBy remote: RemoteUsage? = nil,
        reporting report: @escaping @Sendable (TrackedWord, any Error) -> Void = { _, _ in }
    ) {
        makeSettings = settings
        self.counts = counts
        self.others = others
        self.remote = remote
        self.report = report
    }

    /// Tracks actions, unless the tracking is off, and waits until the backends have them.
    ///
    /// - Throws: `KeyedStoreError`; the error of making the store.
    package func track(_ actions: [TrackedAction]) async throws {
        try await tracker()?.track(actions)
    }

    /// Returns the tracker of this run; `nil` while the tracking is off.
    ///
    /// The first call while it is on makes the identifier of the installation, if there is none.
    /// After another process has changed the setting, the first call removes the events that wait
    /// for the former address.
    ///
    /// - Throws: `KeyedStoreError`; the error of making the store.
    func tracker() async throws -> Tracker? {
        let (id, address) = try await inStore { store -> (TrackingID?, String?) in
            guard try store[Self.isOn] else { return (nil, nil) }
            return (try Self.installation(in: store), try store[Self.destination])
        }
        let former = live.withLock { live -> RemoteBackend? in
            guard live.tracker?.installation != id || live.address != address else { return nil }
            defer { live = Live() }
            return live.remote
        }
        if let former { await end(former) }
        return live.withLock { live in
            if live.tracker?.installation != id || live.address != address {
                live = id.map { makeLive($0, address) } ?? Live()
            }
            return live.tracker
        }
    }

    /// Removes the events that wait for an address or an installation of a former setting.
    private func end(_ backend: RemoteBackend) async {
        do { try await backend.forget() } catch { report(backend.name, error) }
        await backend.finish()
    }

    /// Makes the tracker of an installation, which also sends the events if there is an address.
    private func makeLive(_ id: TrackingID, _ address: String?) -> Live {
        let present = counts.counting { [weak self] id in try self?.isPresent(id) ?? false }
        var backend: RemoteBackend?
        if let remote, let address {
            do {
                backend = try remote.backend(for: address, of: id) { [weak self] id in
                    try self?.isPresent(id, sendingTo: address) ?? false
                }
            } catch {
                report("remote", error)
            }
        }
        let backends: [any TrackingBackend] = [present] + others + (backend.map { [$0] } ?? [])
        return Live(
            tracker: Tracker(to: backends, installation: id, reporting: report), address: address,
            remote: backend)
    }

    /// Switches the tracking on.
    ///
    /// - Parameter destination: the address that the events are sent to; `nil` if they stay on this
    ///   machine. Events that wait for a former address are removed. The next event gets a new
    ///   identifier, so those that a process has left behind are never sent to another address.
    /// - Throws: `KeyedStoreError`; the error of making the store; the error of the removal, after
    ///   the setting was stored.
    package func switchOn(sendingTo destination: String? = nil) async throws {
        let former = try await inStore { store -> String? in
            let former = try store[Self.destination]
            try store.update { update in
                update[Self.isOn] = true
                if let former, former != destination { update.remove(Self.installationID) }
                if let destination {
                    update[Self.destination] = destination
                } else {
                    update.remove(Self.destination)
                }
            }
            return former
        }
        guard let former, former != destination else { return }
        try await forgetUnsent()
    }

    /// Switches the tracking off, and removes the identifier and the counts.
    ///
    /// While it is off already, it removes only the events that a killed process has left.
    ///
    /// - Throws: `KeyedStoreError`; the error of making the store; the error of a backend, after
    ///   the tracking is off.
    package func switchOff() async throws {
        let wasOn = try await inStore { store in
            guard !store.names.isEmpty else { return false }
            try store.update { update in
                update.remove(Self.isOn)
                update.remove(Self.installationID)
                update.remove(Self.destination)
            }
            return true
        }
        if wasOn { try await forgetEvents() } else { try await forgetUnsent() }
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
        let (isOn, id, address) = try await inStore { store in
            (
                try store[Self.isOn], try store[Self.installationID].flatMap { TrackingID($0) },
                try store[Self.destination]
            )
        }
        guard isOn else { return UsageSummary(isOn: false, installation: nil, counts: []) }
        return UsageSummary(
            isOn: true, installation: id, destination: address, counts: try await counts.counts())
    }

    /// Ends the run: sends or stores the events that wait to be sent.
    ///
    /// No event may follow.
    package func finish() async { await live.withLock({ $0.remote })?.finish() }

    /// Removes what the backends keep.
    private func forgetEvents() async throws {
        try await forgetUnsent()
        try await counts.forget()
        for backend in others { try await backend.forget() }
    }

    /// Removes the events that wait to be sent, of this process and of earlier ones.
    private func forgetUnsent() async throws {
        let former = live.withLock { live in
            defer { live = Live() }
            return live.remote
        }
        try await former?.forget()
        try await remote?.forget()
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

    /// Whether the events of an installation may be sent to an address.
    private func isPresent(_ id: TrackingID, sendingTo address: String) throws -> Bool {
        guard try isPresent(id) else { return false }
        return try store()[Self.destination] == address
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
