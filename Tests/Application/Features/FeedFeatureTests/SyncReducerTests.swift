import CommandLineProgram
import DropboxFeed
import PhotoFeed
import SceneFlow
import Signals
import Testing

@testable import FeedFeature

/// The output of `photopark sync`, as the reducer of its displays makes it.
@Suite struct SyncReducerTests {
    private typealias Text = SyncOutput.Text

    private static let start = ContinuousClock.now
    private let start = Self.start
    private let ticks = Subject<SyncAction, Never>()

    private static let displays: [DisplayChoice] = [.json, .quiet, .terminal, .plain]

    private func makeStore(_ choice: DisplayChoice) -> Store<SyncState, SyncAction> {
        Store(state(choice), SyncState.reducer { [ticks = ticks.signal] _ in ticks })
    }

    private func state(_ choice: DisplayChoice) -> SyncState {
        SyncState(choice.display(of: .dropbox, at: start))
    }

    /// The texts that `actions` cause, in order.
    private func output(_ choice: DisplayChoice, of actions: [SyncAction]) -> [Text] {
        let store = makeStore(choice)
        var texts: [Text] = []
        store.select(\.output).observe { texts += $0.texts }
        for action in actions { store.send(action) }
        return texts
    }

    private static func progress(
        pages: Int = 0, thumbnails: Int = 0, of pending: Int = 0, pause: FeedPause? = nil
    ) -> SyncProgress {
        var progress = SyncProgress()
        progress.pages = pages
        progress.changes = 10 * pages
        progress.pause = pause
        if pending > 0 {
            (progress.phase, progress.pendingThumbnails) = (.thumbnails, pending)
            (progress.thumbnails, progress.thumbnailBytes) = (thumbnails, Int64(thumbnails) * 1000)
        }
        return progress
    }

    private static func event(_ event: SyncEvent, after seconds: Int = 0) -> SyncAction {
        .event(event, at: start + .seconds(seconds))
    }

    private static func tick(after seconds: Int, width: Int = 80) -> SyncAction {
        .tick(at: start + .seconds(seconds), width: width)
    }

    private static let failure = ThumbnailFailure(reason: "not_found", isPermanent: false)
    private static let pause = FeedPause(
        reason: .rateLimit, duration: .seconds(5), cause: .status(429))

    /// A run with a listing, a pause, a failure, and a result.
    private static let run: [SyncAction] = [
        .started, event(.listing(.first)), tick(after: 1), event(.progress(progress(pages: 1))),
        tick(after: 2), event(.progress(progress(pages: 1, pause: pause)), after: 3),
        tick(after: 4), event(.progress(progress(pages: 2)), after: 8), tick(after: 10),
        event(.progress(progress(pages: 2, thumbnails: 1, of: 4)), after: 10),
        event(.thumbnailFailed(NodeID(rawValue: "id:1"), path: "/a.jpg", failure), after: 11),
        tick(after: 12), event(.finished(progress(pages: 2, thumbnails: 3, of: 4)), after: 13),
        .finished(
            SyncResult(
                progress: progress(pages: 2, thumbnails: 3, of: 4), elapsed: .seconds(13))),
        .stopped,
    ]

    private static let summary =
        "Synced in 13 s: 0 added, 0 changed, 0 removed, 3 thumbnails (3.0 kB)."

    @Test func aTerminalShowsOneLineThatIsRedrawn() {
        #expect(
            output(.terminal, of: Self.run) == [
                .redrawn("Waiting for the server"), .redrawn(""),
                .message("Listing for the first time"),
                .redrawn("Listing: 10 files and folders (5/s)"),
                .redrawn("Waiting 4.0 s: the server asked to slow down (429)"),
                .redrawn("Listing: 20 files and folders (2/s)"), .redrawn(""),
                .message("No thumbnail of /a.jpg: the file is no longer on the server"),
                .redrawn("Thumbnails: 25 %, 1 of 4, 1.0 kB (500 B/s), 6.0 s left"), .redrawn(""),
                .line(Self.summary),
            ])
    }

    @Test func aNarrowTerminalGetsAShorterLine() {
        let actions = [
            Self.event(.progress(Self.progress(pages: 100))), Self.tick(after: 1, width: 5),
        ]
        #expect(output(.terminal, of: actions).count == 1)
        #expect(output(.terminal, of: [Self.tick(after: 1, width: 0)]).count == 1)
    }

    @Test func aLogHasWholeLines() {
        #expect(
            output(.plain, of: Self.run) == [
                .message("Listing for the first time"),
                .message("Listing: 10 files and folders (5/s)"),
                .message("Waiting 5.0 s: the server asked to slow down (429)"),
                .message("Listing: 20 files and folders (2/s)"),
                .message("No thumbnail of /a.jpg: the file is no longer on the server"),
                .message("Thumbnails: 25 %, 1 of 4, 1.0 kB (500 B/s), 6.0 s left"),
                .line(Self.summary),
            ])
    }

    @Test func aQuietRunWritesNothing() {
        #expect(output(.quiet, of: Self.run + [.interrupted, .failed(Self.report)]) == [])
    }

    @Test func aProgramGetsOneEventOnALine() throws {
        let texts = output(.json, of: Self.run)
        let events = try texts.map { text in
            guard case .event(let line) = text else { throw Unexpected(text: text) }
            return try #require(line.split(separator: "\"").dropFirst(3).first)
        }
        #expect(
            events == [
                "listing", "progress", "progress", "progress", "thumbnail_failed", "progress",
                "finished",
            ])
        #expect(
            texts.first == .event(#"{"event":"listing","reason":"first"}"#))
        #expect(
            texts.dropFirst(4).first
                == .event(
                    #"{"event":"thumbnail_failed","id":"id:1","path":"/a.jpg","reason":"not_found"}"#
                ))
    }

    private struct Unexpected: Error {
        let text: SyncOutput.Text
    }

    /// A pause is written when it begins and when it ends; other progress waits for the tick.
    @Test func theProgressOfATickIsWrittenOnce() {
        let waiting = Self.event(.progress(Self.progress(pages: 1, pause: Self.pause)))
        let working = Self.event(.progress(Self.progress(pages: 1)))
        #expect(output(.json, of: [working, working, Self.tick(after: 1)]).count == 1)
        #expect(output(.json, of: [working, Self.tick(after: 1), Self.tick(after: 2)]).count == 1)
        #expect(output(.json, of: [waiting, waiting, working, Self.tick(after: 1)]).count == 2)
    }

    private static let report = FailureReport(
        FeedError(.network, "the server cannot be reached"))

    @Test(arguments: [
        (DisplayChoice.terminal, [Text.redrawn("")]), (.plain, []), (.quiet, []),
        (
            .json,
            [.event(#"{"event":"error","status":69,"message":"\#(report.message)"}"#)]
        ),
    ])
    private func aFailureIsShownBesideItsReport(_ choice: DisplayChoice, _ texts: [Text]) {
        #expect(output(choice, of: [.failed(Self.report)]) == texts)
    }

    @Test func anInterruptionIsShown() {
        let message = Text.message("Stopped; the next run resumes from here")
        #expect(output(.terminal, of: [.interrupted]) == [.redrawn(""), message])
        #expect(output(.plain, of: [.interrupted]) == [message])
        let progress = Self.event(.progress(Self.progress(pages: 1)))
        let lines = output(.json, of: [progress, .interrupted])
        #expect(lines.count == 2)
        #expect(lines.last == .event(#"{"event":"interrupted"}"#))
    }

    @Test(arguments: displays)
    func recordedActionsReplayToTheSameState(_ choice: DisplayChoice) {
        let store = makeStore(choice)
        var recorded: [SyncAction] = []
        store.actions.observe { recorded.append($0) }
        for action in Self.run { store.send(action) }
        let reducer = SyncState.reducer { _ in .never }
        #expect(recorded == Self.run)
        #expect(Store.replay(recorded, from: state(choice), reducer) == store.state)
        #expect(store.state.result == Self.progress(pages: 2, thumbnails: 3, of: 4))
        #expect(store.state.progress == store.state.result)
    }

    @Test func theTicksRunFromTheStartToTheEnd() {
        let store = makeStore(.terminal)
        store.send(.started)
        #expect(ticks.observerCount == 1)
        ticks.send(Self.tick(after: 1))
        #expect(store.state.output.texts == [.redrawn("Waiting for the server")])
        store.send(.stopped)
        #expect(ticks.observerCount == 0)
        let quiet = makeStore(.quiet)
        quiet.send(.started)
        #expect(ticks.observerCount == 0)
    }

    /// Two actions with equal texts are two outputs.
    @Test func equalLinesAreWrittenTwice() {
        let tick = Self.tick(after: 1)
        #expect(output(.terminal, of: [tick, tick]).count == 2)
    }
}
