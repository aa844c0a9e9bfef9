#if DEBUG
    import Foundation
    import ProgramTestKit
    import SchedulingDiagnostics
    import Testing

    extension WholeProgram {
        /// The pages of the modules as rules for what a debug build records of its runs.
        ///
        /// `Program.outcome()` compares each run of the tests with the pages.
        @Suite struct ModuleUseTests {
            private let folder = FileManager.default.temporaryDirectory
                .appending(path: "module-uses-\(UUID().uuidString)")

            /// The uses of a demo.
            private func usesOfADemo() async throws -> [RecordedUse] {
                defer { try? FileManager.default.removeItem(at: folder) }
                let output = folder.appending(path: "demo").path
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: true)
                let program = try Program(["demo", "--photos", "40", "--output", output])
                let outcome = try await program.outcome()
                #expect(outcome.status == 0, "\(outcome.errors)")
                return try program.uses
            }

            @Test(
                .enabled("the program has no demo") {
                    try await Program.has("demo", "sync")
                })
            func aRunUsesOnlyWhatThePagesName() async throws {
                let uses = try await usesOfADemo()
                func used(_ kind: RecordedUse.Kind, by module: String) -> Set<String> {
                    Set(uses.filter { $0.kind == kind && $0.module == module }.map(\.name))
                }
                #expect(
                    used(.calls, by: "StubFeature") == ["ShowSync", "ReadFeed", "WriteGallery"])
                #expect(used(.sends, by: "DropboxFeed").contains("DropboxListFolder"))
                #expect(used(.receives, by: "LiveServices").contains("MemoryPressureChanged"))
                #expect(ModulePages.rules.violations(in: uses).isEmpty)
            }

            @Test(
                .enabled("the program has no demo") {
                    try await Program.has("demo", "sync")
                },
                arguments: [
                    (
                        "StubFeature/Module.md", "`ShowSync`, ",
                        "StubFeature may not call the route ShowSync"
                    ),
                    (
                        "LiveServices/Module.md", "| receives | `MemoryPressureChanged` |",
                        "LiveServices may not receive the event MemoryPressureChanged"
                    ),
                ])
            func aPageWithoutAUseFailsTheRunWithItsChain(
                page: String, text: String, sentence: String
            ) async throws {
                let uses = try await usesOfADemo()
                let pages = folder.appending(path: "pages")
                try Self.copyPages(to: pages)
                let file = pages.appending(path: page)
                let before = try String(contentsOf: file, encoding: .utf8)
                #expect(before.contains(text))
                try before.replacing(text, with: "").write(
                    to: file, atomically: true, encoding: .utf8)
                defer { try? FileManager.default.removeItem(at: folder) }
                let violations = ModulePages(in: pages).rules.violations(in: uses)
                #expect(!violations.isEmpty)
                for violation in violations {
                    #expect("\(violation)".hasPrefix("the module \(sentence)\n  < on "))
                }
            }

            /// A request that a feature sends by itself, and not by the target of a service.
            @Test func noFeatureSendsRequestsByItself() {
                let use = RecordedUse(
                    .sends, "Probe", of: "FeedFeature", by: "FeedFeature", chain: ["on UI"])
                let violations = ModulePages.rules.violations(in: [use])
                #expect(
                    violations.map(\.description)
                        == ["the module FeedFeature may not send the request Probe\n  < on UI"])
            }

            /// Copies the pages to folders with the names of their targets.
            private static func copyPages(to folder: URL) throws {
                for page in ModulePages.files() {
                    let target = page.deletingLastPathComponent().lastPathComponent
                    let copy = folder.appending(path: target)
                    try FileManager.default.createDirectory(
                        at: copy, withIntermediateDirectories: true)
                    try FileManager.default.copyItem(
                        at: page, to: copy.appending(path: "Module.md"))
                }
            }
        }
    }
#endif
