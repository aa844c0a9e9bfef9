import CommandLineProgram
import Testing

@testable import StubFeature

/// The demo in a program without the feed.
@Suite struct MissingFeedTests {
    @Test func theDemoNamesTheFeed() async throws {
        let error = await #expect(throws: ProgramError.self) {
            try await DemoCommand().execute(with: FeatureList([]))
        }
        #expect(error?.exitStatus == .internalError)
        #expect(error?.message.contains("feed") == true)
    }
}
