package import CommandLineProgram
package import ServiceKeys

extension AccountScopeError: CommandFailure {
    package var exitStatus: ExitStatus { code == .withoutServer ? .internalError : .usage }
}
