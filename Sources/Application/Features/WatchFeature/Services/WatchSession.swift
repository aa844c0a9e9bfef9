import CommandLineProgram
import CommandOptions
import Foundation
import PhotoFeed
import PhotoLibrary
import Scheduling
import Signals

/// The watches of the selected libraries, which a reload of the settings replaces.
///
/// Each watch holds the lock of its library's watch; a second watch of the library ends at once.
@MainActor
@Schedulable
final class WatchSession {
    private enum End: Sendable {
        case library(ExitStatus)
        case reload(LibraryChoice.Selection)
        case stopped
    }

    private let select: Select
    private let makeWatcher: @MainActor (LibraryChoice.Library, @escaping Report) -> LibraryWatcher
    private let makeCommand:
        @MainActor (LibraryChoice.Library, @escaping CommandReport) -> ChangeCommand?
    private let listeners: Listeners<any WatchListener>
    private var watchers: [LibraryWatcher] = []
    /// The commands of `--on-change`, which outlive a reload.
    private var commands: [CommandKey: ChangeCommand] = [:]

    /// The environment of a command: a library may get another folder.
    private struct CommandKey: Hashable {
        let name: String
        let folder: URL
    }

    /// Reads the settings, and returns the libraries; given those of the watches until then.
    typealias Select =
        @MainActor (_ former: LibraryChoice.Selection?) async throws -> LibraryChoice.Selection
    /// Receives the events of one watch.
    typealias Report = @MainActor (WatchEvent) -> Void
    /// Receives the ends of the commands of one library.
    typealias CommandReport = @MainActor (ChangeCommand.End) -> Void

    /// Creates the session.
    ///
    /// - Parameters:
    ///   - select: reads the settings, at the start and at each reload.
    ///   - makeWatcher: creates the watch of a library.
    ///   - makeCommand: creates the command of `--on-change`, if there is one.
    ///   - listeners: the displays of all watches, which the caller keeps.
    init(
        selecting select: @escaping Select,
        makeWatcher:
            @escaping @MainActor (LibraryChoice.Library, @escaping Report) -> LibraryWatcher,
        makeCommand:
            @escaping @MainActor (LibraryChoice.Library, @escaping CommandReport) ->
            ChangeCommand?,
        listeners: Listeners<any WatchListener>
    ) {
        self.select = select
        self.makeWatcher = makeWatcher
        self.makeCommand = makeCommand
        self.listeners = listeners
    }

    /// Watches until the task is cancelled, or until the watch of each library has ended.
    ///
    /// - Parameter requests: the signals that request a run, or a reload of the settings.
    /// - Returns: the worst status of the libraries.
    /// - Throws: the error of the first selection.
    func run(_ requests: AsyncStream<RequestSignal>) async throws -> ExitStatus {
        checkScheduler()
        var selection = try await select(nil)
        while true {
            for failure in selection.failures { StandardError.line(failure.line) }
            var statuses = selection.failures.map { FailureReport($0.error).status }
            let watched = Self.names(of: selection)
            listeners.broadcast { $0.watchesBegan(of: watched) }
            guard let next = await watch(selection, requests, &statuses) else {
                for command in commands.values {
                    if Task.isCancelled { await command.stop() } else { await command.finish() }
                }
                listeners.broadcast { $0.watchesEnded() }
                return .worst(of: statuses)
            }
            selection = next
            report(.reloaded(failure: nil), of: nil)
            for failure in selection.kept {
                let reason = FailureReport(failure.error).message
                report(
                    .reloaded(failure: reason),
                    of: WatchedLibrary(name: failure.account, title: failure.account))
            }
        }
    }

    /// Watches the libraries until all watches have ended, and returns the selection of a reload.
    private func watch(
        _ selection: LibraryChoice.Selection, _ requests: AsyncStream<RequestSignal>,
        _ statuses: inout [ExitStatus]
    ) async -> LibraryChoice.Selection? {
        watchers = []
        defer { watchers = [] }
        return await withTaskGroup(of: End.self) { group in
            for (library, names) in zip(selection.libraries, Self.names(of: selection)) {
                group.addTask { .library(await self.watch(library, as: names)) }
            }
            group.addTask { await self.listen(to: requests, watching: selection) }
            var running = selection.libraries.count
            var next: LibraryChoice.Selection?
            while let end = await group.next() {
                switch end {
                case .library(let status):
                    statuses.append(status)
                    running -= 1
                    if running == 0 { group.cancelAll() }
                case .reload(let selection):
                    next = selection
                    group.cancelAll()
                case .stopped: break
                }
            }
            return next
        }
    }

    /// Watches one library, and returns the status with which its watch has ended.
    private func watch(
        _ library: LibraryChoice.Library, as names: WatchedLibrary
    ) async -> ExitStatus {
        checkScheduler()
        let lock: LibraryWatchLock
        do {
            lock = try await onThreadOfItsOwn {
                try LibraryWatchLock(locking: library.folder.path)
            }
        } catch {
            let report = FailureReport(error)
            self.report(
                .ended(.final(report.message, status: report.status.rawValue)), of: names)
            return report.status
        }
        defer { withExtendedLifetime(lock) {} }
        let key = CommandKey(name: library.name, folder: library.folder)
        let command =
            commands[key]
            ?? makeCommand(library) { [unowned self] in report(.command($0), of: names) }
        commands[key] = command
        let watcher = makeWatcher(library) { [unowned self] event in
            report(event, of: names)
            if let progress = event.progress { command?.changed(progress) }
        }
        watchers.append(watcher)
        guard let failure = await watcher.run() else { return .success }
        report(.ended(failure), of: names)
        guard case .final(_, let status) = failure else { return .network }
        return ExitStatus(rawValue: status) ?? .internalError
    }

    /// Passes an event to the displays.
    private func report(_ event: WatchEvent, of library: WatchedLibrary?) {
        listeners.broadcast { $0.happened(event, of: library) }
    }

    private static func names(of selection: LibraryChoice.Selection) -> [WatchedLibrary] {
        selection.libraries.map { library in
            WatchedLibrary(
                name: library.name, title: selection.isPlural ? library.name : nil)
        }
    }

    /// Handles requests until one has read other settings.
    private func listen(
        to requests: AsyncStream<RequestSignal>, watching selection: LibraryChoice.Selection
    ) async -> End {
        for await request in requests {
            switch request {
            case .refresh: for watcher in watchers { watcher.request() }
            case .reload:
                do { return .reload(try await select(selection)) } catch {
                    report(.reloaded(failure: FailureReport(error).message), of: nil)
                }
            }
        }
        return .stopped
    }
}
