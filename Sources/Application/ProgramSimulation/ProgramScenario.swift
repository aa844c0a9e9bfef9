/// A kind of simulated use of the program: a sign-in and synchronizations, under certain faults.
package struct ProgramScenario: Sendable, CustomStringConvertible {
    /// A photo service.
    enum Service { case dropbox, webDAV }

    /// The name.
    package let description: String
    /// The service that the program mirrors.
    var service = Service.dropbox
    /// Whether the program also downloads the originals.
    var hasOriginals = false
    /// The number of photos on the server.
    var photos = 20
    /// Whether the seed may choose another number of photos, and the sizes of pages and packs.
    var variesSizes = true
    /// One of so many requests has an answer that a server gives in trouble; `nil` for none.
    var serverFaultInterval: Int?
    /// One of so many requests has a fault; `nil` for a network without faults.
    var networkFaultInterval: Int?
    /// One of so many calls of the disk has a fault; `nil` for a disk without faults.
    var diskFaultInterval: Int?
    /// The machine crashes at a call of the disk below this number; `nil` for no crash.
    var lastCrashCall: Int?
    /// The machine crashes before one flush, rename or removal after the other, or at one call.
    var crashesInTurn = false
    /// One call of the disk after the other fails, below this number; half of them before a crash.
    var lastFailedCall: Int?
    /// The number of changes on the server during the first synchronizations.
    var edits = 0
    /// The number of live photos that arrive during the first synchronizations.
    var livePhotos = 0
    /// The number of times at which all access tokens end.
    var expiries = 0
    /// Whether the user pauses for hours between two runs, so that tokens end by time.
    var pauses = false
    /// Whether the user ends a run before its end, and starts it again.
    var isCancelled = false
    /// Whether a second process of the user has the same account, with a library of its own.
    var hasSecondProcess = false
    /// Whether the user signs out while the second process signs in.
    var signsOut = false
    /// Whether the second run may remove few photos only.
    var limitsRemovals = false
    /// The number of further runs beside the faults.
    var furtherRuns = 0
    /// Whether the second run moves the originals of deleted photos to the trash.
    var prunes = false
    /// Whether the seed chooses the features among those above, apart from `variesSizes`.
    var isMixed = false
    /// The program watches for this time instead; `nil` for two executions.
    var watchTime: Duration?
    /// The number among the runs of this scenario, which chooses what happens in turn.
    var number = 0

    /// Whether the first execution of the program may fail.
    var mayFail: Bool {
        networkFaultInterval != nil || diskFaultInterval != nil || lastCrashCall != nil
            || serverFaultInterval != nil || lastFailedCall != nil
    }

    /// All scenarios that are run with many seeds.
    package static let all = mixed + others

    private static let mixed = [
        ProgramScenario(description: "mixed", isMixed: true),
        ProgramScenario(description: "mixed-webdav", service: .webDAV, isMixed: true),
    ]
    private static let others = [
        ProgramScenario(description: "network", networkFaultInterval: 6),
        ProgramScenario(description: "server", serverFaultInterval: 5, edits: 2),
        ProgramScenario(description: "changes", edits: 12, limitsRemovals: true),
        ProgramScenario(description: "tokens", edits: 1, expiries: 2, pauses: true),
        ProgramScenario(
            description: "cancel", hasOriginals: true, edits: 2, expiries: 1, isCancelled: true),
        ProgramScenario(
            description: "two", edits: 2, expiries: 2, pauses: true, hasSecondProcess: true),
        ProgramScenario(description: "sign-out", hasSecondProcess: true, signsOut: true),
        ProgramScenario(description: "watch", watchTime: .seconds(3_600)),
        ProgramScenario(
            description: "each-crash", hasOriginals: true, photos: 3, variesSizes: false,
            lastCrashCall: 500, crashesInTurn: true, edits: 5),
        ProgramScenario(
            description: "each-fault", hasOriginals: true, photos: 3, variesSizes: false,
            lastFailedCall: 500, edits: 5),
        ProgramScenario(description: "crash", lastCrashCall: 400, edits: 8),
        ProgramScenario(description: "disk", diskFaultInterval: 60),
        ProgramScenario(
            description: "all", networkFaultInterval: 10, diskFaultInterval: 100,
            lastCrashCall: 400, edits: 3, expiries: 1),
        ProgramScenario(
            description: "originals", hasOriginals: true, photos: 10, networkFaultInterval: 12,
            lastCrashCall: 1_200, edits: 4),
        ProgramScenario(
            description: "originals-disk", hasOriginals: true, photos: 10, diskFaultInterval: 80,
            edits: 3),
        ProgramScenario(
            description: "webdav", service: .webDAV, hasOriginals: true, photos: 10,
            networkFaultInterval: 12, lastCrashCall: 1_200, edits: 4),
        ProgramScenario(
            description: "webdav-server", service: .webDAV, hasOriginals: true, photos: 10,
            serverFaultInterval: 8, edits: 4),
        ProgramScenario(
            description: "live", hasOriginals: true, photos: 5, networkFaultInterval: 20,
            lastCrashCall: 1_200, edits: 2, livePhotos: 4),
    ]

    /// A synchronization of many photos without faults.
    package static func large(photos: Int = 2_000) -> ProgramScenario {
        ProgramScenario(description: "large", photos: photos, variesSizes: false)
    }

    /// The scenario of a seed; half of the seeds have mixed ones.
    package static func of(seed: UInt64) -> ProgramScenario {
        let (number, isOther) = (Int(seed / 2), seed % 2 == 1)
        if isOther { return mixed[number % mixed.count].numbered(number / mixed.count) }
        return others[number % others.count].numbered(number / others.count)
    }

    /// Returns the scenario as the run with this number.
    package func numbered(_ number: Int) -> ProgramScenario {
        var scenario = self
        scenario.number = number
        return scenario
    }
}

extension ProgramScenario {
    /// Finds a scenario by its name.
    package init?(named name: String) {
        let all = Self.all + [.large()]
        guard let found = all.first(where: { $0.description == name }) else { return nil }
        self = found
    }
}
