import CommandLineProgram
import StubServers

extension DropboxStub {
    /// Checks that the system has the libraries of the stub.
    static func requireForProgram() throws(ProgramError) {
        do { try requireLibraries() } catch {
            throw ProgramError(.systemError, "\(error)")
        }
    }
}
