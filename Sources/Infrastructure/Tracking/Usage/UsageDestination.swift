/// The sending of the usage to an address that the user has named.
///
/// `UsageTracking` asks it for a backend while the setting has an address, and once more after the
/// address or the installation has changed. It may be called on any thread.
public protocol UsageDestination: Sendable {
    /// Makes the backend that sends events to an address.
    ///
    /// - Parameters:
    ///   - address: the address, as the user gave it.
    ///   - installation: the installation of this process.
    ///   - isWanted: whether events of an installation may be sent to the address; it may block.
    /// - Throws: an error with the reason if nothing may be sent to the address.
    func backend(
        for address: String, of installation: TrackingID,
        onlyIf isWanted: @escaping @Sendable (TrackingID) throws -> Bool
    ) throws -> any TrackingBackend

    /// Removes the events that wait to be sent.
    ///
    /// - Throws: the reason for which events still wait.
    func forget() async throws
}
