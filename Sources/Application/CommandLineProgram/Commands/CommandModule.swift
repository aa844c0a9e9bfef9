package import Composition

/// A module that has commands.
package protocol CommandModule: Module {
    /// The commands, in the order of the help.
    var commands: [any ProgramCommand.Type] { get }
}

extension ModuleAbility {
    /// The ability to have commands, for reports; the root of the command line collects them.
    package static var commands: ModuleAbility {
        ModuleAbility("commands", of: (any CommandModule).self)
    }
}
