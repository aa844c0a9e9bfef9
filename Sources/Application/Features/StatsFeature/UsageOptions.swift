import ArgumentParser
import HTTPGateway

/// The options of the usage tracking.
struct UsageOptions: ParsableArguments {
    /// A change of the tracking.
    enum Change: Hashable, Sendable {
        case none, off, forget
        /// Counts from now on; sends the events to the address, if there is one.
        case on(sendingTo: String?)
    }

    @Flag(help: "Show how often the program was used, instead of the photos and videos.")
    var usage = false

    @Flag(help: "With --usage: count the usage from now on; without --send-to, nothing is sent.")
    var on = false

    @Option(
        help: ArgumentHelp(
            "With --usage --on: also send what is counted to this server; https, or http on this "
                + "machine.",
            valueName: "URL"), transform: UsageOptions.address(in:))
    var sendTo: String?

    @Flag(help: "With --usage: stop to count and send the usage, and remove all that is stored.")
    var off = false

    @Flag(help: "With --usage: remove the counts and the installation's identifier.")
    var forget = false

    /// The requested change.
    var change: Change {
        on ? .on(sendingTo: sendTo) : off ? .off : forget ? .forget : .none
    }

    func validate() throws {
        let changes = [on, off, forget].count { $0 }
        if changes > 1 { throw ValidationError("--on, --off and --forget exclude each other") }
        if changes > 0, !usage { throw ValidationError("--on, --off and --forget need --usage") }
        if sendTo != nil, !on { throw ValidationError("--send-to needs --usage --on") }
    }

    private static func address(in text: String) throws -> String {
        let url: HTTPURL
        do { url = try HTTPURL(text) } catch { throw ValidationError(error.reason) }
        guard url.origin.isTrustworthy else {
            throw ValidationError("use https; http is for this machine only")
        }
        return url.string
    }
}
