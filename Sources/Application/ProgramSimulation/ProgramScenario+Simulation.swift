import Foundation
import SchedulingTestKit
package import Simulation
import SimulationDevices

extension ProgramScenario {
    /// The numbers of photos beside that of a scenario: around the limit of a batch of thumbnails.
    private static let otherCounts = [0, 1, 24, 25, 26, 60]

    private func chosenPhotos(in world: World) -> Int {
        guard variesSizes else { return photos }
        let choice = world.choose(2 * Self.otherCounts.count)
        return choice < Self.otherCounts.count ? Self.otherCounts[choice] : photos
    }

    /// Returns a mixed scenario with the features that the seed chooses; others as they are.
    private func chosen(in world: World) -> ProgramScenario {
        guard isMixed else { return self }
        func one(of number: Int) -> Bool { world.choose(number) == 1 }
        func oneOf<Value>(_ values: [Value]) -> Value { values[world.choose(values.count)] }
        var scenario = self
        scenario.photos = oneOf([1, 2, 3, 5, 9, 26])
        scenario.edits = oneOf([0, 1, 4, 12])
        scenario.expiries = oneOf([0, 0, 1, 3])
        scenario.hasOriginals = one(of: 2)
        scenario.prunes = scenario.hasOriginals && one(of: 3)
        scenario.livePhotos = scenario.hasOriginals && service == .dropbox && one(of: 6) ? 2 : 0
        scenario.pauses = one(of: 4)
        scenario.furtherRuns = world.choose(4)
        scenario.limitsRemovals = one(of: 4)
        if one(of: 3) { scenario.networkFaultInterval = oneOf([3, 6, 12]) }
        if one(of: 3) { scenario.serverFaultInterval = oneOf([3, 6, 12]) }
        if one(of: 6) { scenario.diskFaultInterval = oneOf([30, 100]) }
        if one(of: 4) { scenario.lastCrashCall = oneOf([100, 400]) }
        if service == .dropbox, !scenario.mayFail { scenario.hasSecondProcess = one(of: 4) }
        scenario.isCancelled = !scenario.hasSecondProcess && one(of: 4)
        world.note("\(photos) photos, \(scenario)")
        return scenario
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
            let scenario = chosen(in: world)
            let photos = scenario.chosenPhotos(in: world)
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
                if world.choose(2) == 1 {
                    for (name, content) in zip(["a", "b", "c"], OriginalContent.twins) {
                        server.add("/twins/\(name).jpg", content)
                    }
                }
                for number in 0..<world.choose(3) {
                    server.add("/broken \(number).jpg", OriginalContent.brokenPhotos[0])
                }
            }
            if scenario.hasOriginals {
                try ScenarioSession.prepareOriginals(in: folder, at: server)
            }
            let disk = try SimulatedDisk(in: world, at: folder)
            let ends = Recorder<Bool>()
            Task { @MainActor in
                let session = ScenarioSession(
                    scenario, world, network: network, server: server, disk: disk, folder: folder)
                await session.run()
                ends.add(true)
            }
            world.atEnd("the session of the user has ended") { _ in ends.values.count == 1 }
        }
    }
}
