package import CommandLineProgram
package import ProgramServices

extension AccountScopeError: CommandFailure {
    package var exitStatus: ExitStatus { code == .withoutServer ? .internalError : .usage }
}
