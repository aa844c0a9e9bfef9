import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import Originals
import PhotoFeed
import Scheduling
import TextFormats

/// `photopark transfers`: lists the transfers of originals, and pauses, resumes or cancels them.
struct TransfersCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfers",
        abstract: "List the transfers of originals, and pause, resume or cancel them.",
        discussion: """
            A transfer is the download of an original that is not complete. A paused or cancelled \
            one is left out by later syncs, until it is resumed; a cancelled one also loses the \
            part of its file that was downloaded. A transfer is named by its eight digits, or by \
            the path of the file on the server.

            While a sync downloads originals, only the list is possible: end the sync with Ctrl-C \
            first, since it resumes inside the files.
            """)
    static let synonyms = ["downloads", "queue", "pause", "resume", "cancel"]
    static let optionForStrayArgument: String? = nil
    static let example: CommandExample? = nil

    @OptionGroup var library: LibraryOption

    @Argument(help: ArgumentHelp("list, pause, resume or cancel.", valueName: "ACTION"))
    var action = TransferAction.list

    @Argument(help: ArgumentHelp("The transfers.", valueName: "ID"))
    var transfers: [String] = []

    @Flag(help: "All transfers; with list, the files that are in place, too.")
    var all = false

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func validate() throws {
        switch action {
        case .list:
            if !transfers.isEmpty { throw ValidationError("list has no transfers as arguments") }
        case .pause, .resume, .cancel:
            guard transfers.isEmpty || !all else {
                throw ValidationError("--all cannot be combined with the ID of a transfer")
            }
            guard all || !transfers.isEmpty else {
                throw ValidationError("\(action.rawValue) needs the ID of a transfer, or --all")
            }
        }
    }

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        try await modules.run { program in
            let service = try await library.open(in: program).handle(OriginalsTransfersKey.self)
            guard let input = action.input else {
                let withDone = all
                let found = try await service.run { try $0.list(withDone: withDone) }
                show(found)
                if found.isEmpty, !json { StandardOutput.shared.line("No transfers.") }
                return .success
            }
            let texts = all ? nil : transfers
            let change = try await service.run { try $0.apply(input, to: texts) }
            show(change.changed)
            if change.changed.isEmpty, !json {
                StandardOutput.shared.line("No transfer has changed.")
            }
            for transfer in change.refused {
                StandardError.line(
                    TerminalText.escape(
                        "\(transfer.path) is \(transfer.state.rawValue): "
                            + "\(action.rawValue) has no effect"))
            }
            guard change.unknown.isEmpty else {
                let names = change.unknown.map { "'\($0)'" }.joined(separator: ", ")
                throw ProgramError(
                    .noInput, "no transfer is named \(names): see photopark transfers --all")
            }
            return .success
        }
    }

    @MainActor
    private func show(_ transfers: [Transfer]) {
        for transfer in transfers {
            StandardOutput.shared.line(json ? Self.json(transfer) : Self.line(transfer))
        }
    }

    private static func line(_ transfer: Transfer) -> String {
        let state = transfer.state.rawValue
        let gap = String(repeating: " ", count: max(1, 10 - state.count))
        let failure = transfer.failure.map { " (\($0))" } ?? ""
        return "\(transfer.id) \(state)\(gap)\(Units.bytes(Int(transfer.size))) "
            + TerminalText.escape(transfer.path + failure)
    }

    private static func json(_ transfer: Transfer) -> String {
        JSONWriter.line { json in
            json.member("id", transfer.id)
            json.member("path", transfer.path)
            json.member("state", transfer.state.rawValue)
            json.member("size", transfer.size)
            json.member("attempts", transfer.attempts)
            json.member("failure", transfer.failure)
        }
    }
}

/// The action of `photopark transfers`.
enum TransferAction: String, ExpressibleByArgument, CaseIterable {
    case list, pause, resume, cancel

    /// The input of the transfers; `nil` for a list.
    var input: TransferState.Input? {
        switch self {
        case .list: nil
        case .pause: .pause
        case .resume: .resume
        case .cancel: .cancel
        }
    }
}
