import Simulation
import SimulationDisk

func runTheProgramToItsEnd() {}

func simulating(_ folder: String) {
    // snippet SimulatedDisk
    _ = simulation
}
