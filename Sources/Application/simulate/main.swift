import Foundation
import ProgramSimulation
import Simulation

// Runs the scenarios of the program with seeds: simulate FIRST STEP COUNT SECONDS
//
// Seed number FIRST is run first, and then each STEP-th one, until COUNT runs are complete or
// SECONDS have passed. Each seed is named at its beginning, and a failing one is printed with its
// report. The last line has the numbers of runs, steps and failures.

/// Prints a line at once, so that the last one names the seed of a trap.
func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
guard arguments.count == 4, arguments[1] > 0 else {
    say("usage: simulate FIRST STEP COUNT SECONDS")
    exit(2)
}
let (first, step, count, seconds) = (arguments[0], arguments[1], arguments[2], arguments[3])
let memory = "/dev/shm"
let parent =
    FileManager.default.isWritableFile(atPath: memory)
    ? memory : FileManager.default.temporaryDirectory.path
let folder = parent + "/photopark-simulation-\(ProcessInfo.processInfo.processIdentifier)"
let end = ContinuousClock.now + .seconds(seconds)
var (runs, steps, failures) = (0, 0, 0)
var seed = first
while runs < count, ContinuousClock.now < end {
    let scenario = ProgramScenario.of(seed: seed)
    say("begin \(seed)")
    let exploration = scenario.simulation(in: folder).explore(seeds: seed..<seed + 1)
    runs += 1
    steps += exploration.stepCount
    if let finding = exploration.finding {
        failures += 1
        say("seed \(seed), scenario \(scenario): \(finding)\nagain: make simulate SEED=\(seed)\n")
    }
    seed += step
}
for path in [folder, folder + ".lost"] where FileManager.default.fileExists(atPath: path) {
    try FileManager.default.removeItem(atPath: path)
}
say("runs \(runs) steps \(steps) failures \(failures)")
exit(failures == 0 ? 0 : 1)
