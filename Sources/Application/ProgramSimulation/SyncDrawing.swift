import Foundation
import HTTPGateway
import PhotoFeed
import SchedulingTestKit
import ServiceKeys
import Simulation
import SimulationNetwork

/// The drawing of a small synchronization for the documents.
///
/// It shows the services of the program in a simulation with a fixed order of steps, so that every
/// machine makes the same drawing.
package enum SyncDrawing {
    private static let photos = 12
    private static let title = "A sync of \(photos) photos"

    /// Returns the drawing in SVG.
    ///
    /// - Parameter folder: the path of a folder for the files of the run, which it empties.
    /// - Throws: `SyncDrawingFailure` if the synchronization fails.
    package static func svg(in folder: String) throws -> String {
        var options = SimulationOptions()
        options.steps = 1_000_000
        let simulation = Simulation(options: options) { world in
            let files = FileManager.default
            if files.fileExists(atPath: folder) { try files.removeItem(atPath: folder) }
            try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let network = SimulatedNetwork(in: world)
            let server = SignedInServer(
                server: SimulatedServer(photos: photos, in: world, network))
            let ends = Recorder<Bool>()
            Task { @MainActor in
                do {
                    let program = try SimulatedProgram(
                        in: world, over: network, at: server, folder: folder)
                    do { try await program.synchronize() } catch {
                        world.fail("the synchronization failed: \(error)")
                    }
                    await program.stop()
                } catch {
                    world.fail("the program does not start: \(error)")
                }
                ends.add(true)
            }
            world.atEnd("the synchronization has ended") { _ in ends.values.count == 1 }
        }
        let run = simulation.replay(Schedule(choices: []))
        if let failure = run.failure { throw SyncDrawingFailure(reason: "\(failure)") }
        return run.sequenceDiagram(title: title)
    }
}

/// The failure of a run that is drawn.
// not a BoundaryError: a failure of a tool of the developers
package struct SyncDrawingFailure: Error {
    /// The failure of the simulation.
    package let reason: String
}

/// A server whose user has signed in before.
private struct SignedInServer: SimulatedService {
    let server: SimulatedServer

    var provider: FeedProvider { server.provider }
    var endpoint: HTTPURL? { server.endpoint }
    var access: ServerConfiguration.Access? { .credential(FeedCredential(secret: "drawing")) }
    var files: [String: SimulatedFile] { server.files }

    func hasSent(_ picture: [UInt8], of version: PhotoVersion) -> Bool {
        server.hasSent(picture, of: version)
    }
    func edit(_ world: World) { server.edit(world) }
    func makeTrouble(every interval: Int?) {}
    func expireTokens() { server.expireTokens() }
    func delete(_ path: String) { server.delete(path) }
    func add(_ path: String, _ content: [UInt8]?) { server.add(path, content) }
}
