import DurableFiles
import Foundation
import Processes

/// An entry of a password store, which a command reads and writes.
///
/// ```swift
/// let backend = CommandBackend("secrets", entry: "photopark-anna", lockedIn: folder)
/// ```
///
/// The command line is run by the shell in three forms:
///
/// | form | input | output |
/// |---|---|---|
/// | `COMMAND get NAME` | that of the program | the stored line, or nothing if there is none |
/// | `COMMAND store NAME` | the line to store | ignored |
/// | `COMMAND erase NAME` | that of the program | ignored |
///
/// The exit code 0 means success; in particular `get` succeeds if nothing is stored. The data is
/// one line of JSON. It is never an argument, because other users can read the arguments of a
/// process. Messages of the command go to the standard error of the program.
///
/// A password store has no lock, so updates hold the lock `NAME.lock` in a folder. Whether a store
/// survives a kill at any moment depends on the command.
public final class CommandBackend: KeyedStoreBackend {
    private let command: String
    private let entry: String
    private let folderPath: String
    private let timeout: Duration

    /// Creates a backend for the entry `entry` of a password store.
    ///
    /// - Parameters:
    ///   - command: the command line, to which the verb and the name are added.
    ///   - entry: the name of the entry; it follows the rule for the name of a `Key`.
    ///   - folder: the folder of the lock; it is created if it does not exist.
    ///   - timeout: how long the command may run. It may have to ask the user for a password.
    public init(
        _ command: String, entry: String, lockedIn folder: String,
        timeout: Duration = .seconds(120)
    ) {
        precondition(
            KeyName.isValid(entry),
            "'\(entry)' cannot be the name of an entry: use ASCII letters and digits")
        self.command = command
        self.entry = entry
        folderPath = folder
        self.timeout = timeout
    }

    /// The name of the entry.
    public var place: String { "entry \(entry) of the password store" }

    /// Runs `get`; `nil` if it prints nothing.
    public func load() throws(KeyedStoreError) -> [UInt8]? {
        let output = try run("get", entry)
        return output.isEmpty ? nil : output
    }

    /// Runs `get`, and then `store` or `erase`, while the lock is held.
    public func update(_ change: (_ stored: [UInt8]?) throws -> StoredChange) throws {
        let lock = try KeyedStoreError.mapping(place) { () throws(DurableFileError) in
            try FolderLock(
                "\(entry).lock", in: DurableFolder(creating: folderPath), waitingFor: .seconds(120))
        }
        defer { withExtendedLifetime(lock) {} }
        switch try change(try load()) {
        case .keep: break
        case .save(let data):
            // JSON has line breaks between its tokens only.
            let line = data.filter { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")]
            _ = try run("store", entry, input: line)
        case .erase: _ = try run("erase", entry)
        }
    }

    /// Stores damaged data as a separate entry.
    public func setAside(_ data: [UInt8], suffix: String) throws(KeyedStoreError) -> String {
        _ = try run("store", "\(entry).\(suffix)", input: data)
        return "entry \(entry).\(suffix) of the password store"
    }

    private func run(
        _ verb: String, _ entry: String, input: [UInt8]? = nil
    ) throws(KeyedStoreError) -> [UInt8] {
        func failure(
            _ reason: String, _ code: KeyedStoreError.Code = .failed
        ) -> KeyedStoreError {
            KeyedStoreError(
                code, place: place, reason: "the command's \(verb) \(reason)",
                advice: "run the command by hand to see the cause")
        }
        let limit = StoreImage.limit
        let outcome: ShellCommand.Outcome
        do {
            let shell = try ShellCommand(command, arguments: [verb, entry], input: input)
            outcome = try shell.outcome(readingUpTo: limit + 1, within: timeout)
        } catch is CancellationError {
            throw failure("did not end within \(timeout)")
        } catch let error as POSIXError where error.code == .E2BIG {
            throw failure(
                "cannot receive \(input?.count ?? 0) bytes, which exceed the capacity of a pipe",
                .tooLarge)
        } catch {
            throw failure("cannot be run: \(error.localizedDescription)")
        }
        guard outcome.code == 0 else { throw failure("ended with code \(outcome.code)") }
        guard outcome.output.count <= limit else {
            throw failure("printed more than \(limit) bytes", .tooLarge)
        }
        return Array(outcome.output)
    }
}
