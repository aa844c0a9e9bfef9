import Foundation
import PhotoFeed
import Scheduling
import Signals
import Testing

@testable import Processes
@testable import WatchFeature

/// The command of `--on-change`, with commands that the test ends.
@MainActor
@Suite struct ChangeCommandTests {
    /// The commands that were started, each of which runs until the test ends it.
    private final class Commands: Sendable {
        let started: AsyncStream<[String: String]>
        private let start: AsyncStream<[String: String]>.Continuation
        let ends: AsyncStream<Int32>
        let end: AsyncStream<Int32>.Continuation
        private let never: AsyncStream<Void>
        private let neverEnds: AsyncStream<Void>.Continuation

        init() {
            (started, start) = AsyncStream.makeStream(of: [String: String].self)
            (ends, end) = AsyncStream.makeStream(of: Int32.self)
            (never, neverEnds) = AsyncStream.makeStream(of: Void.self)
        }

        /// Waits until the task is cancelled.
        func pause() async throws {
            for await _ in never {}
            throw CancellationError()
        }

        func run(_ environment: [String: String]) async throws -> ShellCommand.Outcome {
            start.yield(environment)
            for await code in ends { return ShellCommand.Outcome(code: code, output: Data()) }
            throw CancellationError()
        }
    }

    private let commands = Commands()

    private func command(
        pause: (@Sendable (Duration) async throws -> Void)? = nil,
        on executor: any JobExecutor = DirectExecutor(), of library: String = "/library",
        report: @escaping @MainActor (ChangeCommand.End) -> Void
    ) -> ChangeCommand {
        ChangeCommand(
            environment: ["PHOTOPARK_LIBRARY": library], on: executor,
            pause: pause ?? { [commands] _ in try await commands.pause() },
            run: { [commands] in try await commands.run($0) }, report: report)
    }

    private func progress(thumbnails: Int) -> SyncProgress {
        var progress = SyncProgress()
        progress.thumbnails = thumbnails
        return progress
    }

    @Test func aRunWithoutChangesStartsNoCommand() async {
        let command = command { _ in Issue.record("a command has ended") }
        command.changed(SyncProgress())
        await command.finish()
    }

    @Test func changesDuringACommandAreAddedUpForOneMore() async throws {
        var ends: [ChangeCommand.End] = []
        let command = command { ends.append($0) }
        var started = commands.started.makeAsyncIterator()
        command.changed(progress(thumbnails: 1))
        let first = try #require(await started.next())
        #expect(first["PHOTOPARK_THUMBNAILS"] == "1" && first["PHOTOPARK_LIBRARY"] == "/library")
        #expect(first["PHOTOPARK_ITEMS"]?.isEmpty == true)
        command.changed(progress(thumbnails: 2))
        command.changed(progress(thumbnails: 3))
        commands.end.yield(0)
        let second = try #require(await started.next())
        #expect(second["PHOTOPARK_THUMBNAILS"] == "5")
        commands.end.yield(3)
        await command.finish()
        #expect(ends == [.ended(code: 0, output: ""), .ended(code: 3, output: "")])
    }

    @Test func aCommandIsStoppedAtTheTimeLimit() async throws {
        var ends: [ChangeCommand.End] = []
        let command = command(pause: { #expect($0 == .seconds(600)) }) { ends.append($0) }
        command.changed(progress(thumbnails: 1))
        await command.finish()
        #expect(ends == [.timedOut])
    }

    @Test func aStopEndsTheCommandAndDropsTheRest() async throws {
        let command = command { _ in Issue.record("a stopped command is not reported") }
        var started = commands.started.makeAsyncIterator()
        command.changed(progress(thumbnails: 1))
        _ = await started.next()
        command.changed(progress(thumbnails: 2))
        await command.stop()
        await command.finish()
    }

    @Test func theCommandsOfSeveralLibrariesRunInTurn() async throws {
        var ends: [String] = []
        let executor = LimitedExecutor(limit: 1)
        let libraries = ["/a", "/b", "/c"].map { path in
            command(on: executor, of: path) { _ in ends.append(path) }
        }
        for library in libraries { library.changed(progress(thumbnails: 1)) }
        // The first library has changed again: its second command waits behind the others.
        var started = commands.started.makeAsyncIterator()
        let first = try #require(await started.next())
        #expect(first["PHOTOPARK_LIBRARY"] == "/a")
        libraries[0].changed(progress(thumbnails: 7))
        await libraries[2].stop()
        #expect(executor.currentLoad.value.running == 1)
        for _ in 0..<3 { commands.end.yield(0) }
        for library in libraries { await library.finish() }
        #expect(ends == ["/a", "/b", "/a"])
        #expect(executor.currentLoad.value.running == 0)
        #expect(executor.currentLoad.value.waiting == 0)
    }

    @Test func theShellGetsTheEnvironmentAndNoInput() async throws {
        let hostile = "a'; echo b \"$(id)"
        let outcome = try await ChangeCommand.shell("cat; printf '%s' \"$PHOTOPARK_ACCOUNT\"")(
            ["PHOTOPARK_ACCOUNT": hostile])
        #expect(String(decoding: outcome.output, as: UTF8.self) == hostile)
    }

    @Test(
        arguments: [
            (.ended(code: 0, output: ""), []),
            (.ended(code: 0, output: "one\n\u{1B}two\n"), ["on-change: one", "on-change: \\e"]),
            (.ended(code: 3, output: ""), ["the command of --on-change has ended with code 3"]),
            (.timedOut, ["the command of --on-change has failed: it took longer than ten minutes"]),
        ] as [(ChangeCommand.End, [String])])
    func theLinesOfAnEnd(_ end: ChangeCommand.End, _ lines: [String]) {
        let found = WatchEvent.command(end).lines(of: nil)
        #expect(found.count == lines.count)
        for (line, start) in zip(found, lines) where !start.hasSuffix("\\e") {
            #expect(line == start)
        }
        #expect(!found.joined().contains("\u{1B}"))
    }
}
