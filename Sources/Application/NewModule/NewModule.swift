import Foundation
import PackagePlugin

/// The command `swift package --allow-writing-to-package-directory new-module NAME`.
///
/// It adds a feature to the program: its sources, its tests, `Module.md`, its entry in the
/// manifest, and its line in the list of modules. It changes nothing if it refuses the name, or if
/// a step fails.
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
                Next: run Scripts/draw-targets, write Module.md, and replace the example.
                """)
        } catch let refusal as Refusal {
            Diagnostics.error("new-module: \(refusal.reason)")
        }
    }
}
