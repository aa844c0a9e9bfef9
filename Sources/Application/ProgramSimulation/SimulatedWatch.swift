import Foundation
import SchedulingTestKit
package import Simulation
import SimulationDevices

/// A watch of many hours in virtual time, over a network with faults, with tokens that end soon.
///
/// Its state machine is that of `photopark watch`. As in that program, each run and each wait opens
/// the account and its library, and closes them.
package enum SimulatedWatch {
    /// Returns the simulation of a watch of some photos.
    ///
    /// - Parameters:
    ///   - duration: the time for which the program watches.
    ///   - seed: the seed of `Simulation.run()`.
    ///   - hasSilence: whether a request may have no answer; without, each change has to be in the
    ///     library within 30 s.
    ///   - folder: the absolute path of a folder for the files of a run, which empties it.
    ///   - sample: is called after each hour with the number of complete hours.
    package static func simulation(
        for duration: Duration, seed: UInt64 = 0, hasSilence: Bool = true, in folder: String,
        sample: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> Simulation {
        var options = SimulationOptions()
        options.steps = 100_000_000
        options.duration = duration + .seconds(7_200)
        options.reductions = 0
        return Simulation(seed: seed, options: options) { world in
            let files = FileManager.default
            if files.fileExists(atPath: folder) { try files.removeItem(atPath: folder) }
            try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let network = SimulatedNetwork(in: world)
            _ = try SimulatedDisk(in: world, at: folder)
            let server = SimulatedServer(photos: 20, in: world, network)
            let ends = Recorder<Bool>()
            Task { @MainActor in
                let session = SimulatedWatchSession(
                    world, network: network, server: server, hasSilence: hasSilence)
                await session.run(for: duration, in: folder, sample)
                ends.add(true)
            }
            world.atEnd("the watch has ended") { _ in ends.values.count == 1 }
        }
    }

    /// Runs a watch, and compares the figures of this process after the first hour with those after
    /// the last one.
    ///
    /// - Parameters:
    ///   - hours: the time of the watch, at least two.
    ///   - report: receives a line for each hour, and the reason of a failure.
    /// - Returns: whether the watch has kept its laws, and the figures have stayed flat.
    package static func soak(
        hours: Int, in folder: String, report: @escaping @Sendable (String) -> Void
    ) -> Bool {
        let samples = Recorder<ProcessFigures>()
        let simulation = Self.simulation(for: .seconds(3_600 * hours), in: folder) { hour in
            let figures = ProcessFigures.now
            samples.add(figures)
            report("hour \(hour): \(figures)")
        }
        let exploration = simulation.explore(seeds: 0..<1)
        report("\(exploration.stepCount) steps")
        if let finding = exploration.finding {
            report("\(finding)")
            return false
        }
        guard let first = samples.values.first, let last = samples.values.last else {
            report("a watch of \(hours) hours has no samples")
            return false
        }
        let isFlat = last.isFlat(after: first)
        if !isFlat { report("the process has grown: \(first), and at the end \(last)") }
        return isFlat
    }
}
