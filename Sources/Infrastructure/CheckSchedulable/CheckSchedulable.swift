import Foundation
import PackagePlugin

/// The command `swift package check-schedulable`.
///
/// It reads the package, and the packages that it depends on and that use schedulers.
@main
struct CheckSchedulable: CommandPlugin {
    private struct Module: Encodable {
        var name: String
        var files: [String]
        var isReported: Bool
        var isTest: Bool
    }

    func performCommand(context: PluginContext, arguments: [String]) throws {
        let own = context.package.targets(ofType: SwiftSourceModuleTarget.self)
        var seen = Set(own.map(\.id))
        // A module that does not depend on `Scheduling` declares no schedulable class.
        let foreign = own.flatMap(\.recursiveTargetDependencies)
            .compactMap { $0 as? SwiftSourceModuleTarget }
            .filter { target in
                seen.insert(target.id).inserted
                    && target.recursiveTargetDependencies.contains { $0.name == "Scheduling" }
            }
        let modules =
            own.map { module(of: $0, isReported: true) }
            + foreign.map { module(of: $0, isReported: false) }
        let list = context.pluginWorkDirectoryURL.appending(path: "modules.json")
        // Not JSONWriter: a plug-in of the package manager cannot import a target.
        try JSONEncoder().encode(modules).write(to: list)

        let process = Process()
        process.executableURL = try context.tool(named: "SchedulableLint").url
        process.arguments = ["--modules", list.path(percentEncoded: false)]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            Diagnostics.error("some classes are not checked")
            return
        }
    }

    private func module(of target: SwiftSourceModuleTarget, isReported: Bool) -> Module {
        Module(
            name: target.moduleName,
            files: target.sourceFiles(withSuffix: "swift").map {
                $0.url.path(percentEncoded: false)
            },
            isReported: isReported, isTest: target.kind == .test)
    }
}
