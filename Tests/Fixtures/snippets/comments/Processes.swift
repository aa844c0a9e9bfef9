import Foundation
import Processes

func work() {
    // snippet CoreDumps
    withExtendedLifetime(ban) {}
}

func run() throws {
    // snippet ShellCommand
    _ = output
}

func decode(_ file: FileHandle) async throws {
    // snippet ConfinedProgram
}
