import Testing

/// The tests of the program as a whole, one after another: each starts several processes.
@Suite(.serialized) enum WholeProgram {}
