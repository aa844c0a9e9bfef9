import Foundation
import PackagePlugin

/// The command `swift package --allow-writing-to-package-directory new-module NAME`.
///
/// It adds a feature to the program: its sources, its tests, `Module.md`, its entry in the
/// manifest, its line in the list of modules, and its line in the page of the targets. It changes
/// nothing if it refuses the name, or if a step fails.
@main
struct NewModule: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        do {
            guard arguments.count == 1, let argument = arguments.first else {
                throw Refusal("usage: swift package new-module NAME, such as PhotoWalk")
            }
            let name = try FeatureName(argument)
            try FeatureInstallation(of: name, in: context.package.directoryURL).run()
            print(
                """
                Added \(name.target) with the command 'photopark \(name.command)'.
                Next: replace the example, and write Module.md and the purpose of \(name.target) in
                Documentation/Architecture.md.
                """)
        } catch let refusal as Refusal {
            Diagnostics.error("new-module: \(refusal.reason)")
        }
    }
}
