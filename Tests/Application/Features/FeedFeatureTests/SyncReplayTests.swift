import CommandLineProgram
import Composition
import DropboxFeed
import Foundation
import HTTPGateway
import LiveServices
import PhotoFeed
import ProgramServices
import ProgramTestKit
import SceneFlow
import Scheduling
import Signals
import Testing

@testable import FeedFeature

extension WholeProgram {
    /// The actions of a sync over real sockets, recorded and replayed.
    @MainActor @Suite struct SyncReplayTests {
        /// The first and the last state of a run, and all that it did in between.
        private struct Recording {
            let first: SyncState
            let last: SyncState
            let actions: [SyncAction]
            let texts: [SyncOutput.Text]
            let status: CommandLineProgram.ExitStatus?
        }

        /// Records a run of `photopark sync` in this process.
        private func record(
            _ choice: DisplayChoice, of play: Playground
        ) async throws -> Recording {
            let server = ServerConfiguration(
                provider: .dropbox, endpoint: try HTTPURL(play.endpoint),
                access: .credential(FeedCredential(secret: "anonymous")))
            var texts: [SyncOutput.Text] = []
            var actions: [SyncAction] = []
            let presenter = SyncPresenter(display: choice, provider: server.provider) {
                texts += $0.texts
            }
            let first = presenter.store.state
            presenter.store.actions.observe { actions.append($0) }
            let modules = ProgramModules([
                EventsModule(), AccountsModule(in: play.path("accounts")), GatewayModule(),
                LibraryModule(),
                FeedModule(),
            ])
            let settings = AccountSettings(
                library: URL(filePath: play.path("library")), server: server)
            let options = SyncOptions(source: FeedSource(server: server.name))
            let status = try? await presenter.reporting {
                try await modules.run { program in
                    let account = try program.scope.here(OpenAccountsKey.self)
                        .open("test", settings)
                    return try await presenter.follow(
                        account.handle(SynchronizerKey.self)
                            .signal { $0.synchronize(options) })
                }
            }
            return Recording(
                first: first, last: presenter.store.state, actions: actions, texts: texts,
                status: status)
        }

        private func expectReplay(_ recording: Recording) {
            let reducer = SyncState.reducer { _ in .never }
            let replayed = Store.replay(recording.actions, from: recording.first, reducer)
            #expect(replayed == recording.last)
        }

        @Test(arguments: [DisplayChoice.json, .quiet, .terminal, .plain])
        func theActionsOfASyncReplayToItsLastState(_ choice: DisplayChoice) async throws {
            let play = try await Playground(photos: 60, pageLimit: 25)
            let recording = try await record(choice, of: play)
            #expect(recording.status == .success)
            #expect(recording.actions.first == .started)
            #expect(recording.actions.last == .stopped)
            #expect(recording.last.result?.thumbnails == 60)
            #expect(recording.texts.isEmpty == (choice == .quiet))
            expectReplay(recording)
        }

        @Test func theActionsOfAFailedSyncReplayToItsLastState() async throws {
            let play = try await Playground(photos: 1, token: "another")
            let recording = try await record(.json, of: play)
            #expect(recording.status == nil)
            guard case .failed(let report)? = recording.actions.last else {
                Issue.record("the last action is \(recording.actions.last.debugDescription)")
                return
            }
            #expect(report.status == .authorization)
            expectReplay(recording)
        }
    }
}
