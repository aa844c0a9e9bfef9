import CommandLineProgram
import CommandOptions
import Foundation
import PhotoFeed
import PhotoLibrary
import ProgramServices
import Scheduling

/// Checks that the library opens, that its database is consistent, and what it lacks.
struct LibraryCheck: DiagnosticCheck {
    let name: DiagnosticWord = "library"
    /// The check reads the database from end to end.
    let limit = Duration.seconds(60)
    /// Whether the user has named the library, so that it has to exist.
    let isNamed: Bool

    func findings(of subject: DiagnosticSubject) async throws -> [DiagnosticFinding] {
        guard let path = subject.library?.path else { return [] }
        // Not the scheduler of the requests: the check of a large library takes seconds.
        let scheduler = WorkScheduler(name: "doctor", priority: .utility)
        let library = SchedulerBound(on: scheduler) { try SQLiteFeedReader(path: path) }
        let source = subject.server.map { server in
            FeedSource(server: server.name, account: server.account)
        }
        do {
            return try await library.run { reader in
                try LibraryExamination(reader, isExpectedToFollow: source).findings()
            }
        } catch {
            let cause = FailureReport.root(of: error)
            guard let error = cause as? FeedError, error.code == .libraryNotFound, !isNamed else {
                throw cause
            }
            return [
                .warning(
                    name, "missing", "the library does not exist yet", advice: "run photopark sync")
            ]
        }
    }
}
