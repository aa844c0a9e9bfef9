import Foundation
import PhotoFeed
import Signals
import Testing

@testable import Originals

/// The verdicts about files that have changed since their download.
@Suite struct VerdictTests {
    private enum Change: String, CaseIterable {
        case empty, beginning, longer, otherBytes, edit

        func bytes(_ format: WholeFile, of original: [UInt8]) -> [UInt8] {
            switch self {
            case .empty: []
            case .beginning: Array(original.dropLast(3))
            case .longer: original + [1, 2, 3]
            case .otherBytes: [UInt8](repeating: 0, count: original.count)
            case .edit: format.bytes("the work of an editor, and longer than before")
            }
        }
    }

    private struct Case {
        let format: WholeFile
        let change: Change
        let hasSameTime: Bool

        static let all = WholeFile.allCases.flatMap { format in
            Change.allCases.flatMap { change in
                [true, false].map { Case(format: format, change: change, hasSameTime: $0) }
            }
        }

        var name: String { "\(change)-\(hasSameTime).\(format)" }
        var path: String { "2024/05/" + name }
        var original: [UInt8] { format.bytes("content of " + name) }
        var changed: [UInt8] { change.bytes(format, of: original) }

        var verdict: OriginalVerdict {
            if hasSameTime { return .damaged }
            switch change {
            case .empty, .beginning: return .damaged
            case .otherBytes: return format == .mts ? .edited : .damaged
            case .longer, .edit: return .edited
            }
        }

        /// Whether the status alone shows the damage.
        var isEvident: Bool {
            changed.isEmpty || hasSameTime && changed.count != original.count
        }
    }

    private let fixture: OriginalsFixture

    init() throws { fixture = try OriginalsFixture() }

    /// Downloads a file for each case, and changes it.
    private func prepare() throws {
        for one in Case.all {
            fixture.add(one.name, "/" + one.name, bytes: one.original)
        }
        #expect(try #require(fixture.result(try fixture.choice)).downloaded == Case.all.count)
        for one in Case.all {
            try fixture.write(one.changed, one.path, keepingTime: one.hasSameTime)
        }
    }

    private func verify(_ options: VerifyOptions = VerifyOptions()) throws -> [VerifyEvent] {
        let (events, completion) = fixture.verify(options)
        #expect(completion == .completed)
        return events
    }

    @Test func theTableOfVerdicts() throws {
        try prepare()
        let events = try verify()
        let found = events.compactMap { event -> (String, OriginalVerdict)? in
            guard case .found(let path, let verdict, _) = event else { return nil }
            return (path, verdict)
        }
        #expect(found.map(\.0) == Case.all.map(\.path).sorted(), "the lines have an order")
        let verdicts = Dictionary(uniqueKeysWithValues: found)
        for one in Case.all { #expect(verdicts[one.path] == one.verdict, "\(one.name)") }
        let counts = try #require(events.counts)
        #expect(counts.good + counts.damaged + counts.edited == counts.checked)
        #expect(counts.edited == Case.all.count { $0.verdict == .edited })
    }

    @Test func aRepairReplacesTheDamagedFilesAndLeavesTheEditedOnes() throws {
        try prepare()
        let counts = try #require(try verify(VerifyOptions(repairs: true)).counts)
        #expect(counts.repaired == counts.damaged && !counts.isDamaged)
        for one in Case.all {
            let isDamaged = one.verdict == .damaged
            let content = fixture.bytes(one.path)
            #expect(content == (isDamaged ? one.original : one.changed), "\(one.name)")
            let former = fixture.bytes(one.path + ".damaged")
            #expect(former == (isDamaged ? one.changed : nil), "\(one.name)")
        }
    }

    @Test func whatAVerificationHasFoundIsCountedUntilItIsRepaired() throws {
        try prepare()
        let reader = OriginalsReader(library: fixture.path + "/library")
        let all = Case.all.count
        let edited = Case.all.count { $0.verdict == .edited }
        _ = try verify()
        let found = try #require(try reader.verification())
        #expect((found.inPlace, found.damaged, found.edited) == (all, all - edited, edited))
        #expect(found.badPaths.count == 3 && found.badPaths == found.badPaths.sorted())
        let counts = try #require(try reader.originalsCounts(in: fixture.library))
        #expect((counts.inPlace, counts.edited) == (edited, edited))
        #expect((counts.damaged, counts.listed) == (all - edited, all))
        #expect(try reader.counts().damaged == all - edited)

        _ = try verify(VerifyOptions(repairs: true))
        let repaired = try #require(try reader.verification())
        #expect((repaired.bad, repaired.edited) == (0, edited))
    }

    /// A sync reads no content.
    @Test func aSyncNamesTheDamageThatTheStatusShows() throws {
        try prepare()
        let (events, _) = fixture.run(nil)
        let failed = events.compactMap { event -> String? in
            guard case .failed(let path, let reason) = event else { return nil }
            #expect(reason.hasSuffix("run photopark verify --repair"), "\(reason)")
            return path
        }
        let evident = Case.all.filter(\.isEvident)
        #expect(Set(failed) == Set(evident.map { "/" + $0.name }))
        guard case .finished(let progress)? = events.last else {
            Issue.record("the run has failed")
            return
        }
        #expect(progress.failed == evident.count && progress.isPartial)
        #expect(progress.present == Case.all.count - evident.count)
        let reader = OriginalsReader(library: fixture.path + "/library")
        #expect(try reader.verification()?.damaged == evident.count)
    }

    /// A copy that was interrupted; the end of a block has no digest of its own.
    @Test(arguments: [WholeFile.jpg, .mts], [0, 1, 4 << 20, (4 << 20) + 1, (8 << 20) - 1])
    func eachBeginningOfAFileOfSeveralBlocksIsDamaged(
        _ format: WholeFile, _ length: Int
    ) throws {
        // A picture that ends early, with a large part behind it that only some programs know.
        let original = format.bytes("original") + [UInt8](repeating: 7, count: 8 << 20)
        fixture.add("id:1", "/a.\(format)", bytes: original)
        _ = fixture.run(try fixture.choice)
        try fixture.write(Array(original.prefix(length)), "2024/05/a.\(format)")
        let counts = try #require(try verify(VerifyOptions(repairs: true)).counts)
        #expect((counts.damaged, counts.repaired) == (1, 1))
        #expect(fixture.bytes("2024/05/a.\(format)") == original)
        #expect(fixture.server.ranges.count == 3 - length / (4 << 20))
    }
}
