import Foundation
import ShellCommands

func run() throws {
    // snippet ShellCommand
    _ = output
}
