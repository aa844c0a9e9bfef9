import Foundation
import ShellCommands

func run() throws {
    // snippet ShellCommand
    _ = output
}

func decode(_ file: FileHandle) async throws {
    // snippet ConfinedProgram
}
