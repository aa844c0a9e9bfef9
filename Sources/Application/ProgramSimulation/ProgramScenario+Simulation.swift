import Foundation
import SchedulingTestKit
package import Simulation
import SimulationDisk
import SimulationNetwork

extension ProgramScenario {
    /// The numbers of photos beside that of a scenario: around the limit of a batch of thumbnails.
    private static let otherCounts = [0, 1, 24, 25, 26, 60]

    private func chosenPhotos(in world: World) -> Int {
        guard variesSizes else { return photos }
        let choice = world.choose(2 * Self.otherCounts.count)
        return choice < Self.otherCounts.count ? Self.otherCounts[choice] : photos
    }

    /// Returns the simulation of the scenario.
    ///
    /// - Parameters:
    ///   - seed: the seed of `Simulation.run()`.
    ///   - folder: the absolute path of a folder for the files of a run, which empties it.
    package func simulation(seed: UInt64 = 0, in folder: String) -> Simulation {
        if let watchTime {
            return SimulatedWatch.simulation(
                for: watchTime, seed: seed, hasSilence: false, in: folder)
        }
        var options = SimulationOptions()
        options.steps = 1_000_000
        options.duration = .seconds(7_200) + ScenarioSession.longestPause
        options.reductions = 100
        return Simulation(seed: seed, options: options) { world in
            let files = FileManager.default
            if files.fileExists(atPath: folder) { try files.removeItem(atPath: folder) }
            try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let network = SimulatedNetwork(in: world)
            let photos = chosenPhotos(in: world)
            let server: any SimulatedService =
                switch service {
                case .dropbox:
                    SimulatedServer(
                        photos: photos,
                        pageLimit: variesSizes ? [nil, 1, 5][world.choose(3)] : nil,
                        in: world, network)
                case .webDAV: try SimulatedWebDAV(photos: photos, in: world, network)
                }
            if variesSizes {
                for number in 0..<world.choose(3) {
                    server.add("/broken \(number).jpg", OriginalContent.brokenPhotos[0])
                }
            }
            if hasOriginals { try ScenarioSession.prepareOriginals(in: folder, at: server) }
            let disk = try SimulatedDisk(in: world, at: folder)
            let ends = Recorder<Bool>()
            Task { @MainActor in
                let session = ScenarioSession(
                    self, world, network: network, server: server, disk: disk, folder: folder)
                await session.run()
                ends.add(true)
            }
            world.atEnd("the session of the user has ended") { _ in ends.values.count == 1 }
        }
    }
}
