import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import Duplicates
import ProgramServices
import Scheduling

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

            --near lists the photos whose thumbnails look the same, also after they were scaled, \
            compressed or turned; files that all have equal content are left out. The \
            thumbnails are decoded once, in other processes with limits, and their hashes are \
            kept in the folder of the library.

            --bursts lists the photos that were taken within five seconds in one folder, newest \
            first. They are different photos of one moment, and no duplicates.

            With --json, each group is an object in a line. Nothing is deleted; the list costs no \
            request.

            An account whose library cannot be read is named and left out, and thumbnails that \
            cannot be read are counted; the exit code is then 3.
            """)
    static let synonyms = ["dupes", "copies"]
    static let optionForStrayArgument: String? = "--library"

    @OptionGroup var libraries: LibrariesOption

    @Flag(help: "List only the files with equal content.")
    var exact = false

    @Flag(help: "List the photos whose thumbnails look the same.")
    var near = false

    @Flag(help: "List the photos that were taken within five seconds, instead of duplicates.")
    var bursts = false

    @Flag(help: "Print each group as a JSON object in a line.")
    var json = false

    func validate() throws {
        guard [exact, near, bursts].count(where: \.self) <= 1 else {
            throw ValidationError("--exact, --near and --bursts exclude each other")
        }
    }

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        try await modules.run { program in
            let unread = try await libraries.choice.openSelected(in: program)
            let accounts = try program.scope.accounts(nil)
            let kinds: Set<DuplicateSearch.Kind> =
                near ? [.near] : bursts ? [.burst] : exact ? [.exact] : [.exact, .alike]
            let list = try AccountsDuplicates.bound(to: accounts, kinds: kinds)
            if near { try await Self.hashPictures(of: list) }
            let failures = try await Self.show(list, isJSON: json)
            let uncompared = try await list.run { $0.uncompared }
            if uncompared > 0 {
                StandardError.line(
                    "photopark: \(Units.count(uncompared, "thumbnail")) cannot be read and "
                        + "compared; photopark doctor says why")
            }
            for failure in unread + failures { StandardError.line(failure.line) }
            let isComplete = unread.isEmpty && failures.isEmpty && uncompared == 0
            return isComplete ? .success : .partialSuccess
        }
    }

    /// Hashes the thumbnails that are new.
    @MainActor
    private static func hashPictures(
        of list: SchedulerBound<AccountsDuplicates>
    ) async throws {
        while try await !list.run({ try $0.readPictures() }) { try Task.checkCancellation() }
        let hasher = PictureHasher()
        while let batch = try await list.run({ $0.nextBatch() }) {
            try Task.checkCancellation()
            let facts = try await hasher.facts(of: batch.pictures)
            try await list.run { $0.store(facts, of: batch) }
        }
        for failure in try await list.run({ $0.keep() }) {
            StandardError.line(
                "photopark: the hashes of the pictures are not kept: "
                    + FailureReport(failure.error).message)
        }
    }

    /// Completes a search, and prints its groups until the output is closed.
    ///
    /// - Returns: the accounts that are not, or not completely, in the list.
    @MainActor
    private static func show(
        _ list: SchedulerBound<AccountsDuplicates>, isJSON: Bool
    ) async throws -> [AccountFailure] {
        while try await !list.run({ try $0.advance() }) { try Task.checkCancellation() }
        let (summary, isTruncated, failures) = try await list.run {
            ($0.summary, $0.isTruncated, $0.failures)
        }
        let output = StandardOutput.shared
        if !isJSON { output.line(summary) }
        var start = 0
        while output.isOpen {
            try Task.checkCancellation()
            let next = try await list.run { [start] in try $0.groups(from: start) }
            guard !next.isEmpty else { break }
            for group in next {
                for line in isJSON ? [group.json] : [""] + group.lines { output.line(line) }
            }
            output.flush()
            start += next.count
        }
        if isTruncated { warnOfTruncation() }
        return failures
    }

    private static func warnOfTruncation() {
        StandardError.line(
            "photopark: there are more groups than can be compared at once; the list is not "
                + "complete")
    }
}
