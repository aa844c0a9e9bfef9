package import HTTPGateway
package import Scheduling

/// The sending of the usage, if the user has named a server for it.
package struct RemoteUsage: Sendable {
    private let spools: EventSpools
    private let makeGateway: @Sendable (SchedulerIsolation) -> any RequestGateway

    /// Creates the description; nothing is opened until a backend is made.
    ///
    /// - Parameters:
    ///   - folder: the folder of the events that wait.
    ///   - makeGateway: makes the gateway of the requests.
    package init(
        in folder: String,
        gateway makeGateway: @escaping @Sendable (SchedulerIsolation) -> any RequestGateway
    ) {
        spools = EventSpools(folder: folder)
        self.makeGateway = makeGateway
    }

    /// Makes the backend for an address, with a scheduler of its own.
    ///
    /// - Throws: `HTTPError` if the address is not valid, or if its connections are neither
    ///   encrypted nor on this machine.
    func backend(
        for address: String, of installation: TrackingID,
        onlyIf isWanted: @escaping @Sendable (TrackingID) throws -> Bool
    ) throws -> RemoteBackend {
        let url = try HTTPURL(address)
        guard url.origin.isTrustworthy else {
            throw HTTPError(.invalidURL, "use https; http is for this machine only")
        }
        return RemoteBackend(
            to: url, in: spools.folder, of: installation,
            on: WorkScheduler(name: "usage", priority: .utility), gateway: makeGateway,
            onlyIf: isWanted)
    }

    /// Removes the events that wait, except for those of processes that run.
    func forget() async throws {
        try await onThreadOfItsOwn { [spools] in try spools.removeUnused() }
    }
}
