package import Composition
import CurlGateway
import Foundation
import KeyedStore
import Persistence
import ProgramServices
import Scheduling
package import Tracking

/// The module of the usage: it counts what the program does, if the user has switched that on.
package struct UsageModule: Module {
    private let settings: String?
    private let unsent: String?
    private let tally: RequestTally
    private let report: @Sendable (any Error) -> Void

    /// Creates the module.
    ///
    /// - Parameters:
    ///   - settings: the path of the file with the user's setting, which does not exist until the
    ///     user switches the tracking on; `nil` for a store in memory.
    ///   - unsent: the path of the folder of events that wait to be sent, which does not exist
    ///     until the user names an address for them; `nil` for a program that sends none.
    ///   - tally: the requests of this run.
    ///   - report: receives the first error of the setting and of each backend, on any thread.
    package init(
        settings: String? = nil, unsent: String? = nil,
        counting tally: RequestTally = RequestTally(),
        reporting report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.settings = settings
        self.unsent = unsent
        self.tally = tally
        self.report = report
    }

    package func load(_ plan: ServicePlan) {
        let (settings, unsent, tally, report) = (settings, unsent, tally, report)
        plan.bind(UsageTrackingKey.self, GuestDatabaseKey.here) { guest in
            UsageTracking(
                settings: try KeyedStore(Self.backend(settings)),
                counts: CountsBackend { try guest.database() }, and: [LogBackend()],
                sendingBy: unsent.map { RemoteUsage(in: $0) { CurlGateway(home: $0) } }
            ) { _, error in report(error) }
        }
        // A file that cannot be seen, as in the home folder of another user, is not a setting of
        // this user.
        let isSeen: @Sendable () -> Bool = {
            settings.map { FileManager.default.fileExists(atPath: $0) } ?? true
        }
        plan.bind(
            UsageKeeperKey.self, when: .start, EventHubKey.here, UsageTrackingKey.here, HomeNeed()
        ) { events, usage, home in
            UsageKeeper(events, usage, home: home, counting: tally, ifSet: isSeen) { error in
                if isSeen() { report(error) }
            }
        }
    }

    /// Counts a command that has ended, before the services of its program stop.
    ///
    /// - Parameters:
    ///   - command: the name of the command.
    ///   - status: the exit code that describes the result; `nil` if a signal has stopped it.
    ///   - program: the program of the command.
    package static func count(_ command: String, _ status: Int32?, in program: Scope) {
        program.handle(UsageKeeperKey.self).schedule { $0.trackEnd(of: command, status) }
    }

    private static func backend(_ path: String?) -> any KeyedStoreBackend {
        if let path { return FileBackend(path: path) }
        return MemoryBackend()
    }
}

/// The service that tracks the events of the features.
enum UsageKeeperKey: ServiceKey {
    typealias Service = UsageKeeper
    static let role = SchedulerRole.business
}
