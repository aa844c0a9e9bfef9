import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import Duplicates
import Scheduling
import ServiceKeys

/// `photopark duplicates`: lists the photos and videos that are possibly the same.
struct DuplicatesCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicates",
        abstract: "List the photos and videos that are possibly the same.",
        discussion: """
            --exact lists the files with equal content, by the hashes of the server. Without an \
            option, files without a hash are compared, too: those of the same size and date are \
            listed as alike. The group with the most bytes is first, and in each group the file \
            with the most pixels, the largest or the oldest. Several accounts are compared with \
            one another.

            With --json, each group is an object in a line. Nothing is deleted; the list costs no \
            request.

            An account whose library cannot be read is named and left out; the exit code is then 3.
            """)
    static let synonyms = ["dupes", "copies"]
    static let optionForStrayArgument: String? = "--library"

    @OptionGroup var libraries: LibrariesOption

    @Flag(help: "List only the files with equal content.")
    var exact = false

    @Flag(help: "Print each group as a JSON object in a line.")
    var json = false

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        try await modules.run { program in
            let unread = try await libraries.choice.openSelected(in: program)
            let list = try AccountsDuplicates.bound(
                to: program.scope.accounts(nil), kinds: exact ? [.exact] : [.exact, .alike])
            let failures = try await Self.show(list, isJSON: json)
            for failure in unread + failures { StandardError.line(failure.line) }
            return unread.isEmpty && failures.isEmpty ? .success : .partialSuccess
        }
    }

    /// Prints the groups, until the output is closed.
    ///
    /// - Returns: the accounts that are not, or not completely, in the list.
    @MainActor
    private static func show(
        _ list: SchedulerBound<AccountsDuplicates>, isJSON: Bool
    ) async throws -> [AccountFailure] {
        while try await !list.run({ try $0.advance() }) { try Task.checkCancellation() }
        let output = StandardOutput.shared
        if !isJSON { output.line(try await list.run { $0.summary }) }
        var start = 0
        while output.isOpen {
            try Task.checkCancellation()
            let groups = try await list.run { [start] in try $0.groups(from: start) }
            guard !groups.isEmpty else { break }
            for group in groups {
                for line in isJSON ? [group.json] : [""] + group.lines { output.line(line) }
            }
            output.flush()
            start += groups.count
        }
        if try await list.run({ $0.isTruncated }) {
            StandardError.line(
                "photopark: there are more duplicates than can be compared at once; the list is "
                    + "not complete")
        }
        return try await list.run { $0.failures }
    }
}
