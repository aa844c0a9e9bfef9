package import Composition
import Events

extension Scope {
    /// Posts the end of a sync through the hub of the program.
    ///
    /// - Throws: the reason why the hub is unavailable.
    package func post(
        _ event: SyncEnded, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try here(EventHubKey.self).post(event, file: file, line: line)
    }
}
