import Foundation
import Testing

@testable import CommandLineProgram

/// The file by which a process learns of the crash of an earlier one.
@Suite struct RunMarkTests {
    private let folder = NSTemporaryDirectory() + "run-mark-\(UUID().uuidString)"

    private func mark() throws -> RunMark {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        return try RunMark("1.run", in: folder)
    }

    @Test func aRunThatDidNotRemoveItsMarkIsTheEarlierRunOfTheNext() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(try mark().earlierRun == nil)
        let earlier = try #require(try mark().earlierRun)
        #expect(earlier.hasPrefix("started at ") && earlier.hasSuffix("process \(getpid())"))
    }

    @Test func theReasonOfTheEndIsAPartOfTheMark() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try mark().add("scheduler violation: Fetcher.fetch() of 'BL' on 'UI'")
        let earlier = try #require(try mark().earlierRun)
        #expect(
            earlier.hasSuffix(
                "process \(getpid()); scheduler violation: Fetcher.fetch() of 'BL' on 'UI'"))
    }

    @Test func aRegularEndLeavesNoMarkAndALateReasonMakesNone() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let mark = try mark()
        mark.remove()
        mark.add("late")
        #expect(try self.mark().earlierRun == nil)
    }
}
