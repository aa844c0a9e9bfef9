/// A feature that has commands.
package protocol CommandModule: Sendable {
    /// The commands, in the order of the help.
    var commands: [any ProgramCommand.Type] { get }
}
