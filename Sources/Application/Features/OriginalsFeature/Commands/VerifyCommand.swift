import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import Originals
import PhotoFeed
import Processes
import ProgramServices
import Routing
import Scheduling
import Signals

/// `photopark verify`: compares the originals with what was downloaded.
struct VerifyCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Compare the downloaded originals with their digests, and repair them.",
        discussion: """
            Each file is good, missing, damaged (its content differs, and it is empty, cut off, \
            not of its format, or its time is that of the download), edited (a whole file of \
            another time), unknown (not a file), unreadable (the disk fails, or a permission is \
            missing; the reason is named), or gone (the server no longer has it; sync --originals \
            --prune moves it to the trash). Each one that is not good is named. The exit code is \
            81 if a file is damaged, missing, unknown or unreadable.

            With --repair, the blocks of 4 MiB that differ are downloaded again, and the bad file \
            is kept as NAME.damaged. This includes blocks that the disk cannot read. A file that \
            lacks a permission is left as it is. An edited file is repaired only with \
            --discard-edits.

            With --sample, the files that were compared longest ago are compared: with \
            --sample 5, every file has its turn within twenty runs.
            """)
    static let synonyms = ["check", "scrub", "fsck", "repair"]
    static let optionForStrayArgument: String? = "--library"
    static let example: CommandExample? = nil

    @OptionGroup var libraries: LibrariesOption
    @OptionGroup var server: ServerOptions

    @Flag(help: "Download the blocks of damaged and missing files again.")
    var repair = false

    @Flag(help: "Repair files that a program has changed since the download, too.")
    var discardEdits = false

    @Option(
        help: ArgumentHelp(
            "The share of the files to compare, in percent: 5, 0.5.", valueName: "PERCENT"))
    var sample: Double = 100

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The maximum rate in bytes per second at which files are read: 500k, 20M.",
            valueName: "RATE"),
        transform: ByteRate.init(text:))
    var limitRate: ByteRate?

    @Flag(help: "Print one JSON object per line, for each file that is not good and at the end.")
    var json = false

    func validate() throws {
        guard sample > 0, sample <= 100 else {
            throw ValidationError("--sample is a number of percent, more than 0 and at most 100")
        }
        if discardEdits, !repair { throw ValidationError("--discard-edits needs --repair") }
    }

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        // No crash writes the token to a file.
        let ban = CoreDumps()
        defer { withExtendedLifetime(ban) {} }
        return try await modules.run { program in
            let selection = try await libraries.choice.selected(
                in: program, hasServer: server.isGiven)
            for failure in selection.failures { StandardError.line(failure.line) }
            var statuses = selection.failures.map { FailureReport($0.error).status }
            for library in selection.libraries {
                do {
                    statuses.append(
                        try await verify(library, isNamed: selection.isPlural, in: program))
                } catch let error where selection.isPlural && !(error is CancellationError) {
                    let failure = AccountFailure(account: library.name, error: error)
                    StandardError.line(failure.line)
                    statuses.append(FailureReport(error).status)
                }
            }
            return .worst(of: statuses)
        }
    }

    @MainActor
    private func verify(
        _ library: LibraryChoice.Library, isNamed: Bool, in program: RunningProgram
    ) async throws -> ExitStatus {
        let configuration = repair ? try await server.configuration(for: library.account) : nil
        let account = try LibraryChoice.open(library, in: program, server: configuration)
        let options = VerifyOptions(
            sample: sample, repairs: repair, discardsEdits: discardEdits, namesLivePhotos: json,
            bytesPerSecond: limitRate?.bytesPerSecond)
        let run =
            repair
            ? account.handle(OriginalsRepairerKey.self).signal { $0.verify(options) }
            : account.handle(OriginalsVerifierKey.self).signal { $0.verify(options) }
        var display = VerifyDisplay(isJSON: json, account: isNamed ? library.name : nil)
        var result: VerifyProgress?
        defer { display.end() }
        for try await event in run.deliver(in: .main).values(in: .main) {
            display.show(event)
            if case .finished(let progress) = event { result = progress }
        }
        try Task.checkCancellation()
        return result?.isDamaged == true ? .damagedOriginals : .success
    }
}
