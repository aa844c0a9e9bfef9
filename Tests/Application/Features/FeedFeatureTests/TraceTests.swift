import DurableFiles
import Foundation
import ProgramTestKit
import Testing

extension WholeProgram {
    /// `--trace FILE` of `photopark sync`.
    @Suite struct TraceTests {
        @Test func aTraceShowsWhatBothSchedulersRan() async throws {
            let play = try await Playground(photos: 60)
            let file = play.path("trace.json")
            let outcome = try await play.sync("library", "--trace", file)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let trace = try RecordedTrace(at: file)
            let business = trace.events(of: "BL")
            let interface = trace.events(of: "UI")
            for events in [business, interface] {
                #expect(!events.isEmpty)
                #expect(events.allSatisfy { ($0.ts ?? -1) > 0 && ($0.dur ?? -1) >= 0 })
            }
            #expect(
                interface.contains {
                    $0.args?["posted"]?.contains("FeedFeature/SyncPresenter.swift") == true
                })
            #if DEBUG
                let called = Set(business.map(\.name))
                #expect(called.contains("MirroringSynchronizer.synchronize(_:)"), "\(called)")
                // An item has the name of the first checked method: the end of a transfer stores
                // the page.
                #expect(called.contains { $0.hasSuffix(".transferEnded(_:)") }, "\(called)")
                #expect(interface.contains { $0.name == "SyncPresenter.show(_:)" })
            #else
                // A release build has no checks, and so knows the bound service only.
                #expect(business.contains { $0.name == "FeedSynchronizer" })
            #endif
        }

        @Test func aTraceShowsTheLifeOfTheServices() async throws {
            let play = try await Playground(photos: 1)
            let file = play.path("trace.json")
            let outcome = try await play.sync("library", "--trace", file)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let moments = try RecordedTrace(at: file).moments(of: "services")
            #expect(moments.allSatisfy { ($0.ts ?? -1) > 0 })
            let synchronizer = moments.map(\.name).filter {
                $0.hasPrefix("Synchronizer of account ")
            }
            #expect(synchronizer.first?.hasSuffix("idle → ready") == true, "\(synchronizer)")
            #expect(synchronizer.last?.hasSuffix(" → stopped") == true, "\(synchronizer)")
        }

        @Test func aTraceTakesTheOlderOnesPlaceAndNoOtherFiles() async throws {
            let play = try await Playground(photos: 1)
            let file = play.path("trace.json")
            for _ in 0..<2 {
                let outcome = try await play.sync("library", "--trace", file)
                #expect(outcome.status == 0, "\(outcome.errors)")
                _ = try RecordedTrace(at: file)
            }
            for precious in ["a token\n", "{", #"{"traceEvents":"of another program"}"#] {
                try Data(precious.utf8).write(to: URL(filePath: file))
                let refused = try await play.sync("library", "--trace", file)
                #expect(refused.status == 80)
                #expect(refused.errors.contains("\(file) exists and is not a trace"))
                #expect(try String(contentsOfFile: file, encoding: .utf8) == precious)
            }
        }

        @Test func aRunThatFailsLeavesItsTrace() async throws {
            let play = try await Playground(photos: 1)
            let file = play.path("trace.json")
            let outcome = try await play.sync("library", "--folder", "/gone", "--trace", file)
            #expect(outcome.status == 66, "\(outcome.errors)")
            #expect(try !RecordedTrace(at: file).events(of: "BL").isEmpty)
        }

        @Test(arguments: ["pipe", "link", "folder"])
        func aTraceTakesNoPlaceButAFiles(_ name: String) async throws {
            let play = try await Playground(photos: 1)
            let path = play.path(name)
            switch name {
            case "pipe": #expect(mkfifo(path, 0o600) == 0)
            case "link": #expect(symlink("/dev/null", path) == 0)
            default: #expect(mkdir(path, 0o700) == 0)
            }
            let before = try #require(FileStatus(path: path))
            let outcome = try await play.sync("library", "--json", "--trace", path)
            #expect(outcome.status == 80)
            #expect(outcome.errors.contains(path), "\(outcome.errors)")
            #expect(outcome.output.contains(#"{"event":"error","status":80,"#), "\(outcome.output)")
            #expect(play.requestCount == 0)
            let after = try #require(FileStatus(path: path))
            #expect(after.inode == before.inode)
            #expect(after.kind == before.kind && after.permissions == before.permissions)
        }

        @Test func aTraceThatCannotBeWrittenIsSaidBeforeAnythingIsAsked() async throws {
            let play = try await Playground(photos: 1)
            let file = play.path("nowhere/trace.json")
            let outcome = try await play.sync("library", "--trace", file)
            #expect(outcome.status == 73)
            #expect(outcome.errors.contains(play.path("nowhere")), "\(outcome.errors)")
            #expect(play.requestCount == 0)
        }
    }
}
