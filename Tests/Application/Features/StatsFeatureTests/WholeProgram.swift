import Testing

/// The tests of the program as a whole, one after another: each starts a server and several
/// processes, and some say how soon a program has to answer.
@Suite(.serialized) enum WholeProgram {}
