import Foundation
import PhotoFeed
import Signals
import Testing

@testable import Originals

/// Paths of originals that have something other than a file.
@Suite struct NotAFileTests {
    private enum Thing: CaseIterable {
        case danglingLink, linkToAFile, folder, pipe

        func make(at path: String) throws {
            let files = FileManager.default
            switch self {
            case .danglingLink:
                try files.createSymbolicLink(atPath: path, withDestinationPath: "nothing")
            case .linkToAFile:
                try files.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
            case .folder:
                try files.createDirectory(atPath: path, withIntermediateDirectories: false)
            case .pipe: #expect(mkfifo(path, 0o600) == 0)
            }
        }
    }

    private let fixture: OriginalsFixture
    private let paths = Thing.allCases.map { "2024/05/\($0).jpg" }

    init() throws {
        fixture = try OriginalsFixture()
        for thing in Thing.allCases { fixture.add("id:\(thing)", "/\(thing).jpg") }
        #expect(try #require(fixture.result(try fixture.choice)).downloaded == paths.count)
        for (thing, path) in zip(Thing.allCases, paths) {
            let file = fixture.path + "/originals/" + path
            try FileManager.default.removeItem(atPath: file)
            try thing.make(at: file)
        }
    }

    /// Runs a sync, whose failures name all paths.
    private func expectFailures() throws {
        let (events, _) = fixture.run(nil)
        let reasons = events.compactMap { event -> String? in
            guard case .failed(_, let reason) = event else { return nil }
            return reason
        }
        let advice = " is not a file; move it away, and run again"
        #expect(Set(reasons) == Set(paths.map { $0 + advice }))
        guard case .finished(let progress)? = events.last else {
            Issue.record("the run has ended early")
            return
        }
        #expect((progress.failed, progress.present) == (paths.count, 0))
        #expect(progress.isPartial)
    }

    @Test func aSyncAndAVerificationAgree() throws {
        try expectFailures()
        let reader = OriginalsReader(library: fixture.path + "/library")
        // The status and the doctor need no verification after it.
        #expect(try reader.verification()?.unknown == paths.count)
        let counts = try #require(try reader.originalsCounts(in: fixture.library))
        #expect((counts.unknown, counts.inPlace) == (paths.count, 0))
        let verified = try #require(fixture.verify().events.counts)
        #expect(verified.unknown == paths.count && verified.isDamaged)
    }

    @Test func aChangeOnTheServerNeitherReplacesThemNorEndsTheRun() throws {
        for thing in Thing.allCases {
            fixture.add("id:\(thing)", "/\(thing).jpg", "other content", revision: "2")
        }
        try expectFailures()
        for (thing, path) in zip(Thing.allCases, paths) {
            let file = fixture.path + "/originals/" + path
            let type = try FileManager.default.attributesOfItem(atPath: file)[.type]
            #expect(type as? FileAttributeType != .typeRegular, "\(thing)")
        }
    }

    @Test func afterTheirRemovalTheFilesAreDownloaded() throws {
        try expectFailures()
        for path in paths {
            try FileManager.default.removeItem(atPath: fixture.path + "/originals/" + path)
        }
        #expect(try #require(fixture.result(nil)).downloaded == paths.count)
        let reader = OriginalsReader(library: fixture.path + "/library")
        #expect(try reader.verification()?.bad == 0)
    }

    @Test func aFileThatIsBackIsInPlaceAgain() throws {
        _ = fixture.verify()
        for (thing, path) in zip(Thing.allCases, paths) {
            try FileManager.default.removeItem(atPath: fixture.path + "/originals/" + path)
            try fixture.write("content of id:\(thing)", path)
        }
        #expect(try #require(fixture.result(nil)).present == paths.count)
        let reader = OriginalsReader(library: fixture.path + "/library")
        #expect(try reader.originalsCounts(in: fixture.library)?.inPlace == paths.count)
    }
}
