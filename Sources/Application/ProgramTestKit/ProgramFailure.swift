/// A run of the program that did not end as its caller needs it.
// not a BoundaryError: a failure of a test
package struct ProgramFailure: Error {
    package let status: Int32
    package let text: String
}
