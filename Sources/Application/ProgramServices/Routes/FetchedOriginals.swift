/// The end of a run that downloads originals, and what it has left for later runs.
package struct FetchedOriginals: Sendable {
    /// Whether the run did everything that was requested.
    package let end: ShownResult
    /// Whether another run continues this one, which the limit of bytes has ended.
    package let isContinued: Bool
    /// The wait in seconds before another attempt of a file that has failed; `nil` if none has.
    package let retryDelay: Int64?

    package init(_ end: ShownResult, isContinued: Bool, retryDelay: Int64?) {
        self.end = end
        self.isContinued = isContinued
        self.retryDelay = retryDelay
    }
}
