import Foundation
import Scheduling
import Testing

@Suite struct GuideTests {
    @Test func theGuidesProgramDoesWhatTheGuideSays() async {
        await withScheduler { business in
            let counter = SchedulerBound(on: business) { WordCounter() }
            let status = await StatusLine(counter: counter)
            await status.submit("to be or not to be")
            #expect(await status.text == "6 words")
        }
    }

    /// The guide's test, in virtual time.
    @Test func theCounterCounts() throws {
        let clock = VirtualScheduler()
        let counter = SchedulerBound(on: clock) { WordCounter() }
        counter.schedule { _ = $0.add("to be or not to be") }
        clock.settle()
        let frequent = try clock.enter { try counter.here($0).mostFrequent }
        #expect(frequent == "be")
    }

    @Test func everyLineOfCodeInTheGuideIsCompiledHere() throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let root = (0..<4).reduce(here) { folder, _ in folder.deletingLastPathComponent() }
        let guide = root.appending(path: "Documentation/Guide.md")
        try #require(FileManager.default.fileExists(atPath: guide.path), "run from a checkout")
        let compiled = try ["GuideProgram.swift", "GuideTests.swift"].map { file in
            Self.lines(of: try String(contentsOf: here.appending(path: file), encoding: .utf8))
        }
        let blocks = try String(contentsOf: guide, encoding: .utf8)
            .components(separatedBy: "```swift\n").dropFirst()
            .map { Self.lines(of: $0.components(separatedBy: "```")[0]) }
        #expect(blocks.count >= 3)
        for block in blocks where block.first?.hasPrefix("// swift-tools-version") == false {
            #expect(
                compiled.contains { $0.contains(block) },
                "not compiled: \(block.joined(separator: "\n"))")
        }
    }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
            !$0.isEmpty
        }
    }
}
