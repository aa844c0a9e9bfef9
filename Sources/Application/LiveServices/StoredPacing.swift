import Digests
import Foundation
package import HTTPGateway
import KeyedStore

/// The experience of an account's pacers with its server, in a file of the user.
///
/// A pause is waited for by the next process, too. The rate of a server that has refused requests
/// is used for an hour; after that, the full rate is tried again. The file has digests in place of
/// names. It is opened when a pacer is made, and written when a server asks for a pause. An account
/// whose rate cannot be read or stored begins with the full rate.
// not @Schedulable: confined to its pacers' scheduler
package final class StoredPacing: PacerMemory {
    /// The record of one account.
    struct Pace: Codable, Hashable, Sendable {
        /// The number of requests that may be under way.
        var concurrency: Double
        /// The end of the last pause, and the time of the record, in seconds since 1970.
        var pauseEnd: Double
        var recorded: Double
    }

    /// The age in seconds at which a rate is no longer used.
    static let longestAge = 3_600.0
    static let paces = Key<[String: Pace]>("paces", default: [:])

    private let backend: any KeyedStoreBackend
    private let name: String
    private let now: () -> Double
    private var store: KeyedStore?

    /// Creates the memory of an account.
    ///
    /// - Parameters:
    ///   - account: the account of a server; its digest is stored.
    ///   - backend: the place of the file.
    ///   - now: returns the seconds since 1970.
    init(
        of account: String, in backend: any KeyedStoreBackend,
        now: @escaping () -> Double = { Date.now.timeIntervalSince1970 }
    ) {
        self.backend = backend
        self.now = now
        name = String(SHA256.digest(of: account.utf8).hexadecimal.prefix(32))
    }

    /// Returns what makes the memory of each account in a file at `path`.
    package static func inFile(at path: String) -> GatewayModule.Pacing {
        { StoredPacing(of: $0, in: FileBackend(path: path)) }
    }

    package func recall() -> PacerExperience? {
        guard let pace = try? opened()[Self.paces][name] else { return nil }
        // A clock that was set back makes a record of the future: it is as good as an old one.
        guard (0...Self.longestAge).contains(now() - pace.recorded) else { return nil }
        // A damaged file may have any number, and not every one is a duration.
        let pause = min(max(0, pace.pauseEnd - now()), Self.longestAge)
        return PacerExperience(concurrency: pace.concurrency, pause: .seconds(pause))
    }

    package func keep(_ experience: PacerExperience) {
        let time = now()
        let pace = Pace(
            concurrency: experience.concurrency, pauseEnd: time + experience.pause / .seconds(1),
            recorded: time)
        let name = name
        // A run does not end because its rate is not stored.
        try? opened().update { store in
            var paces = store[Self.paces].filter { time - $1.recorded <= Self.longestAge }
            paces[name] = pace
            store[Self.paces] = paces
        }
    }

    private func opened() throws -> KeyedStore {
        if let store { return store }
        let opened = try KeyedStore(backend, replacingDamaged: true)
        store = opened
        return opened
    }
}
