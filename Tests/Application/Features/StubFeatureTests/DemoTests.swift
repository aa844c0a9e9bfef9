import Foundation
import ProgramTestKit
import Testing

extension WholeProgram {
    /// `photopark demo`, which uses the feed.
    @Suite(
        .enabled("the program has no feed") { try await Program.has("sync") })
    struct DemoTests {
        /// 24 photos are added, and at most ten are deleted.
        @Test(arguments: [(1, 24), (100, 114)])
        func theDemoEndsWithAGallery(_ photos: Int, _ shown: Int) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(
                path: "photopark-demo-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let outcome = try await Program.run(
                "demo", "--photos", "\(photos)", "--output", folder.path)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(
                outcome.output.contains("Gallery: \(shown) photos in "), "\(outcome.output)")
            #expect(
                FileManager.default.fileExists(
                    atPath: folder.appending(path: "gallery/index.html").path))
        }

        @Test func theDemoLeavesALibraryOfYoursAlone() async throws {
            let play = try await Playground(photos: 3)
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            let outcome = try await Program.run(
                "demo", "--photos", "100", "--output", play.folder.path)
            #expect(outcome.status == 80, "\(outcome.errors)")
            #expect(try await play.feed().count == 3)
        }

        @Test func theDemoWritesIntoNoFolderWithOtherFiles() async throws {
            let play = try await Playground(photos: 3)
            try Data("text".utf8).write(to: URL(filePath: play.path("letter.txt")))
            let names = try FileManager.default.contentsOfDirectory(atPath: play.folder.path)
            let outcome = try await Program.run(
                "demo", "--photos", "10", "--output", play.folder.path)
            #expect(outcome.status == 80, "\(outcome.errors)")
            #expect(outcome.errors.contains("choose another --output"), "\(outcome.errors)")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: play.folder.path).sorted()
                    == names.sorted())
        }

        @Test func aTraceOfTheDemoShowsBothSyncsAndTheGallery() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(
                path: "photopark-demo-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.path + ".json"
            defer { try? FileManager.default.removeItem(atPath: file) }
            let outcome = try await Program.run(
                "demo", "--photos", "100", "--output", folder.path, "--trace", file)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let trace = try RecordedTrace(at: file)
            for scheduler in ["BL", "UI"] {
                #expect(!trace.events(of: scheduler).isEmpty)
            }
            #if DEBUG
                let syncs = trace.traceEvents.count {
                    $0.name == "MirroringSynchronizer.synchronize(_:)"
                }
                #expect(syncs == 2)
            #endif
        }
    }
}
