package import CommandLineProgram
package import Composition

/// The feature of the duplicates: lists the photos that are possibly the same.
package struct DuplicatesModule: CommandModule {
    package let commands: [any ProgramCommand.Type] = [
        DuplicatesCommand.self, HashPicturesCommand.self,
    ]

    package init() {}

    package func load(_ plan: ServicePlan) {}
}
