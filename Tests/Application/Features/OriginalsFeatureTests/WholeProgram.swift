import ProgramTestKit
import Testing

/// The tests of the program as a whole, one after another: each starts a server and several
/// processes.
@Suite(.serialized, .enabled("needs the command sync") { try await Program.has("sync") })
enum WholeProgram {}
