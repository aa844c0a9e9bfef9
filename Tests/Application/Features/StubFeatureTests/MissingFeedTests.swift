import ArgumentParser
import CommandLineProgram
import Foundation
import LiveServices
import Testing

@testable import StubFeature

/// The demo in a program without the feed.
@Suite struct MissingFeedTests {
    @Test func theDemoNamesTheFeed() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "photopark-demo-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let demo = try DemoCommand.parse(["--photos", "1", "--output", folder.path])
        let modules = ProgramModules([
            EventsModule(), AccountsModule(in: folder.path + "/accounts"), StubModule(),
        ])
        let error = await #expect(throws: ProgramError.self) {
            try await demo.execute(with: modules)
        }
        #expect(error?.exitStatus == .internalError)
        #expect(error?.message.contains("needs the feed") == true, "\(error?.message ?? "")")
    }
}
