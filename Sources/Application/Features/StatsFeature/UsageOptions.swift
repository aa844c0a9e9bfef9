import ArgumentParser

/// The options of the usage tracking.
struct UsageOptions: ParsableArguments {
    /// A change of the tracking.
    enum Change: Hashable, Sendable {
        case none, on, off, forget
    }

    @Flag(help: "Show how often the program was used, instead of the photos and videos.")
    var usage = false

    @Flag(help: "With --usage: count the usage from now on, on this machine only.")
    var on = false

    @Flag(help: "With --usage: stop to count the usage, and remove the counts.")
    var off = false

    @Flag(help: "With --usage: remove the counts and the installation's identifier.")
    var forget = false

    /// The requested change.
    var change: Change { on ? .on : off ? .off : forget ? .forget : .none }

    func validate() throws {
        let changes = [on, off, forget].count { $0 }
        if changes > 1 { throw ValidationError("--on, --off and --forget exclude each other") }
        if changes > 0, !usage { throw ValidationError("--on, --off and --forget need --usage") }
    }
}
