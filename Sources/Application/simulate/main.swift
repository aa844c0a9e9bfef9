import Foundation
import ProgramSimulation
import Simulation

// Runs the scenarios of the program with seeds: simulate FIRST STEP COUNT SECONDS [SCENARIO]
//
// Seed number FIRST is run first, and then each STEP-th one, until COUNT runs are complete or
// SECONDS have passed. A seed chooses its scenario, unless one is named. Each seed is named at its
// beginning, and a failing one is printed with its report. The last line has the numbers of runs,
// steps and failures.
//
// simulate watch HOURS: watches for hours of virtual time, and prints the figures of this process
// after each. It fails if memory, descriptors or threads have grown.
//
// simulate coverage COUNT [SCENARIO]: prints for each scenario, or the named one, how many of the
// first COUNT seeds have different schedules, and how many pairs of their first 100 steps were seen
// in both orders.

/// Prints a line at once, so that the last one names the seed of a trap.
@Sendable func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

let memory = "/dev/shm"
let parent =
    FileManager.default.isWritableFile(atPath: memory)
    ? memory : FileManager.default.temporaryDirectory.path
let folder = parent + "/photopark-simulation-\(ProcessInfo.processInfo.processIdentifier)"
let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "watch", let hours = arguments.dropFirst().first.flatMap({ Int($0) }) {
    let isFlat = SimulatedWatch.soak(hours: hours, in: folder, report: say)
    try FileManager.default.removeItem(atPath: folder)
    exit(isFlat ? 0 : 1)
}
if arguments.first == "coverage", let count = arguments.dropFirst().first.flatMap(UInt64.init) {
    let name = arguments.dropFirst(2).first
    let scenarios =
        name.map { ProgramScenario(named: $0).map { [$0] } ?? [] } ?? ProgramScenario.all
    for scenario in scenarios {
        let coverage = scenario.simulation(in: folder).coverage(seeds: 0..<count)
        say(
            "coverage of \(scenario): \(coverage.distinctCount) schedules of "
                + "\(coverage.runCount) seeds, \(coverage.reversedPairCount) of "
                + "\(coverage.pairCount) pairs of steps in both orders")
    }
    for path in [folder, folder + ".lost"] where FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
    }
    exit(scenarios.isEmpty ? 2 : 0)
}
let numbers = arguments.prefix(4).compactMap { UInt64($0) }
let name = arguments.dropFirst(4).first
let named = name.flatMap(ProgramScenario.init(named:))
guard numbers.count == 4, numbers[1] > 0, named != nil || name == nil else {
    say("usage: simulate FIRST STEP COUNT SECONDS [SCENARIO]")
    exit(2)
}
let (first, step, count, seconds) = (numbers[0], numbers[1], numbers[2], numbers[3])
let again = named.map { " SCENARIO=\($0)" } ?? ""
let end = ContinuousClock.now + .seconds(seconds)
var (runs, steps, failures) = (0, 0, 0)
var seed = first
while runs < count, ContinuousClock.now < end {
    let scenario = named?.numbered(Int(seed)) ?? ProgramScenario.of(seed: seed)
    say("begin \(seed)")
    let exploration = scenario.simulation(in: folder).explore(seeds: seed..<seed + 1)
    runs += 1
    steps += exploration.stepCount
    if let finding = exploration.finding {
        failures += 1
        say(
            "seed \(seed), scenario \(scenario): \(finding)\n"
                + "again: make simulate SEED=\(seed)\(again)\n")
    }
    seed += step
}
for path in [folder, folder + ".lost"] where FileManager.default.fileExists(atPath: path) {
    try FileManager.default.removeItem(atPath: path)
}
say("runs \(runs) steps \(steps) failures \(failures)")
exit(failures == 0 ? 0 : 1)
