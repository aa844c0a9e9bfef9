import Foundation
import HTTPGateway
import PhotoFeed
import PhotoFeedTestKit
import SchedulingTestKit
import Signals
import Testing

@testable import Originals

@Suite("Downloading originals")
struct OriginalsTests {
    private let fixture: OriginalsFixture

    init() throws { fixture = try OriginalsFixture() }

    @Test func aRunPlacesEachFileAndASecondDownloadsNothing() throws {
        for number in 0..<20 { fixture.add("id:\(number)", "/IMG_\(number).jpg") }
        let first = try #require(fixture.result(try fixture.choice))
        #expect(first.downloaded == 20)
        #expect(first.resumed == 0, "a file that arrives at once continues nothing")
        #expect(fixture.files.count == 20)
        #expect(fixture.content("2024/05/IMG_7.jpg") == "content of id:7")
        let second = try #require(fixture.result(nil))
        #expect(second.downloaded == 0)
        #expect(second.present == 20)
        #expect(fixture.server.downloads.count == 20)
    }

    // A slash and a combining mark after it are one `Character`.
    @Test func aNameThatBeginsWithACombiningMarkIsPlacedInItsFolder() throws {
        fixture.add("id:1", "/x/\u{301}a.jpg")
        #expect(try #require(fixture.result(try fixture.choice)).downloaded == 1)
        #expect(fixture.content("2024/05/\u{301}a.jpg") == "content of id:1")
        #expect(try #require(fixture.result(nil)).present == 1)
        let reader = OriginalsReader(library: fixture.path + "/library")
        let node = fixture.library.items[0].node
        #expect(try reader.components(of: node) == ["2024", "05", "\u{301}a.jpg"])
        #expect(try #require(try reader.file(of: node)).name == "\u{301}a.jpg")
    }

    @Test func theTimeOfAFileIsThatOfTheServer() throws {
        fixture.add("id:1", "/a.jpg")
        _ = fixture.run(try fixture.choice)
        let file = fixture.path + "/originals/2024/05/a.jpg"
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(
            attributes[.modificationDate] as? Date
                == Date(timeIntervalSince1970: 1_717_164_245))
    }

    @Test func aDeletedFileIsDownloadedAgain() throws {
        fixture.add("id:1", "/a.jpg")
        fixture.add("id:2", "/b.jpg")
        _ = fixture.run(try fixture.choice)
        try FileManager.default.removeItem(atPath: fixture.path + "/originals/2024/05/a.jpg")
        let result = try #require(fixture.result(nil))
        #expect(result.downloaded == 1)
        #expect(fixture.content("2024/05/a.jpg") == "content of id:1")
    }

    @Test func statedSizesWithTooLargeASumNeedTooMuchSpace() throws {
        let time = FeedTime(secondsSinceEpoch: 0)
        fixture.library.items = ["a.jpg", "b.jpg"].map { name in
            let node = MediaNode(
                id: NodeID(rawValue: name), name: name, pathKey: "/" + name, revision: "1",
                size: .max, contentHash: nil, clientModified: time, serverModified: time)
            return FeedItem(node: node, displayPath: "/" + name, thumbnail: .pending)
        }
        var choice = try fixture.choice
        let library = fixture.path + "/library"
        let forecast = try #require(try OriginalsForecast(choice, library: library))
        for item in fixture.library.items { forecast.take(item) }
        #expect(forecast.files == 2 && forecast.bytes == .max)
        guard case .failed(let error)? = fixture.run(choice).completion else {
            Issue.record("the run needs no space")
            return
        }
        #expect(error.code == .diskFull)
        choice.byteLimit = 1_000
        #expect(try #require(fixture.result(choice)).postponed == 2)
    }

    @Test(
        arguments: [
            (.max, 1_073_741_824), (53_687_091_200, 1_073_741_824), (26_843_545_600, 536_870_912),
            (5_000, 100), (49, 0), (0, 0),
        ] as [(Int64, Int64)])
    func theReserveIsOneGibibyteOrTwoPercentOfTheFreeSpace(_ free: Int64, _ reserve: Int64) {
        let space = OriginalsSpace(free: free)
        #expect(space.reserve == reserve)
        #expect(space.suffices(for: free - reserve))
        #expect(!space.suffices(for: free - reserve + 1))
        #expect(space.suffices(for: 0))
    }

    @Test func theFirstProgressHasTheFreeSpace() throws {
        fixture.add("id:1", "/a.jpg")
        guard case .progress(let first)? = fixture.run(try fixture.choice).events.first else {
            Issue.record("the run has no progress")
            return
        }
        #expect(try #require(first.freeBytes) > 0)
    }

    @Test func aFolderWithATooLongNameIsRefused() throws {
        fixture.add("id:1", "/a.jpg")
        var choice = try fixture.choice
        choice.folder += "/" + String(repeating: "x", count: 4_096)
        guard case .failed(let error)? = fixture.run(choice).completion else {
            Issue.record("the run has a folder")
            return
        }
        #expect(error.code == .libraryUnusable)
    }

    // icloudpd#154: a file of the same name was overwritten.
    @Test func aStrangersFileStaysAndOursGetsAnotherName() throws {
        fixture.add("id:1", "/a.jpg")
        try fixture.write("mine", "2024/05/a.jpg")
        let result = try #require(fixture.result(try fixture.choice))
        #expect(result.downloaded == 1)
        #expect(fixture.content("2024/05/a.jpg") == "mine")
        let digits = OriginalDigits.of(NodeID(rawValue: "id:1"), count: 8)
        #expect(fixture.content("2024/05/a~\(digits).jpg") == "content of id:1")
        #expect(try #require(fixture.result(nil)).present == 1)
    }

    @Test func aFileWithTheContentOfTheServerIsAdoptedWithoutADownload() throws {
        fixture.add("id:1", "/a.jpg")
        try fixture.write("content of id:1", "2024/05/a.jpg")
        let result = try #require(fixture.result(try fixture.choice))
        #expect(result.adopted == 1)
        #expect(fixture.server.downloads.isEmpty)
        #expect(try #require(fixture.result(nil)).present == 1)
    }

    /// Another program has kept the names of the server, which are not plain ones.
    @Test(arguments: [
        ("/a:b?.jpg", "2024/05/a:b?.jpg"), ("/x |y/c*.jpg", "2024/05/c*.jpg"),
        ("/e\u{301} .jpg", "2024/05/e\u{301} .jpg"), ("/COM1.jpg", "2024/05/COM1.jpg"),
    ])
    func aFileWithTheNameOfTheServerIsAdopted(_ path: String, _ name: String) throws {
        fixture.add("id:1", path)
        fixture.add("id:2", "/z.jpg")
        try fixture.write("content of id:1", name)
        let result = try #require(fixture.result(try fixture.choice))
        #expect((result.adopted, result.downloaded) == (1, 1))
        #expect(fixture.server.downloads == ["id:2"])
        let names = [name, "2024/05/z.jpg"].map { Array($0.utf8) }
        #expect(Set(fixture.files.map { Array($0.utf8) }) == Set(names))
        let second = try #require(fixture.result(nil))
        #expect((second.present, second.moved, second.downloaded) == (2, 0, 0))
    }

    @Test func aMirrorWithTheFoldersOfTheServerIsAdopted() throws {
        var choice = try fixture.choice
        choice.layout = try OriginalLayout("{folder}/{stem}.{ext}")
        fixture.add("id:1", "/Trip: Rome/a?.jpg")
        fixture.add("id:2", "/.photopark/parts/b:.jpg")
        try fixture.write("content of id:1", "Trip: Rome/a?.jpg")
        try fixture.write("content of id:2", ".photopark/parts/b:.jpg")
        #expect(try #require(fixture.result(choice)).adopted == 1)
        #expect(fixture.server.downloads == ["id:2"])
        #expect(fixture.content("_photopark/parts/b_.jpg") == "content of id:2")
    }

    @Test func aFileWithTheNameOfTheServerAndOtherContentStays() throws {
        fixture.add("id:1", "/a:b.jpg")
        try fixture.write("mine", "2024/05/a:b.jpg")
        #expect(try #require(fixture.result(try fixture.choice)).downloaded == 1)
        #expect(fixture.content("2024/05/a:b.jpg") == "mine")
        #expect(fixture.content("2024/05/a_b.jpg") == "content of id:1")
    }

    @Test func aFileOfEqualSizeAndOtherContentIsNotAdopted() throws {
        fixture.add("id:1", "/a.jpg")
        try fixture.write("content of id:9", "2024/05/a.jpg")
        #expect(try #require(fixture.result(try fixture.choice)).downloaded == 1)
        #expect(fixture.content("2024/05/a.jpg") == "content of id:9")
        #expect(fixture.files.count == 2)
    }

    @Test func aFolderThatIsALinkIsRefused() throws {
        fixture.add("id:1", "/a.jpg")
        let outside = fixture.path + "/outside"
        try FileManager.default.createDirectory(
            atPath: outside, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            atPath: fixture.path + "/originals", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: fixture.path + "/originals/2024", withDestinationPath: outside)
        let run = fixture.run(try fixture.choice)
        guard case .failed(let error)? = run.completion else {
            Issue.record("the link was followed")
            return
        }
        #expect(error.code == .libraryUnusable)
        #expect(error.message.contains("2024"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside).isEmpty)
    }

    @Test func aFileThatIsALinkIsNeitherFollowedNorReplaced() throws {
        let content = fixture.add("id:1", "/a.jpg")
        try Data(content).write(to: URL(filePath: fixture.path + "/secret"))
        try fixture.write("", "2024/05/x")
        let link = fixture.path + "/originals/2024/05/a.jpg"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: fixture.path + "/secret")
        let result = try #require(fixture.result(try fixture.choice))
        #expect(result.adopted == 0)
        #expect(result.downloaded == 1)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: link)
                == fixture.path + "/secret")
    }

    @Test func aChangedFileIsKeptBesideTheNewOne() throws {
        fixture.add("id:1", "/a.jpg", "old")
        _ = fixture.run(try fixture.choice)
        fixture.add("id:1", "/a.jpg", "new", revision: "2")
        #expect(try #require(fixture.result(nil)).downloaded == 1)
        #expect(fixture.content("2024/05/a.jpg") == "new")
        let digits = OriginalDigits.of("1", count: 8)
        #expect(fixture.content(".photopark/versions/2024/05/a~\(digits).jpg") == "old")
    }

    @Test func aFormerVersionKeepsItsFolder() throws {
        var choice = try fixture.choice
        choice.layout = try OriginalLayout("{folder}/{stem}")
        fixture.add("id:1", "/v1.2/photo", "old")
        _ = fixture.run(choice)
        fixture.add("id:1", "/v1.2/photo", "new", revision: "2")
        #expect(try #require(fixture.result(nil)).downloaded == 1)
        let digits = OriginalDigits.of("1", count: 8)
        #expect(fixture.content(".photopark/versions/v1.2/photo~\(digits)") == "old")
    }

    // icloudpd#1122: moved files were downloaded again.
    @Test func aMovedFileIsMovedWithoutADownload() throws {
        fixture.add("id:1", "/a.jpg")
        _ = fixture.run(try fixture.choice)
        fixture.add("id:1", "/b.jpg")
        let result = try #require(fixture.result(nil))
        #expect(result.moved == 1)
        #expect(fixture.server.downloads == ["id:1"])
        #expect(fixture.files == ["2024/05/b.jpg"])
    }

    @Test func aMoveThatWasKilledBetweenBothNamesIsCompleted() throws {
        fixture.add("id:1", "/a.jpg")
        _ = fixture.run(try fixture.choice)
        fixture.add("id:1", "/b.jpg")
        let folder = fixture.path + "/originals/2024/05/"
        try FileManager.default.linkItem(atPath: folder + "a.jpg", toPath: folder + "b.jpg")
        #expect(try #require(fixture.result(nil)).moved == 1)
        #expect(fixture.files == ["2024/05/b.jpg"])
    }

    @Test func aRunThatFailsInALaterWindowLeavesNoFormerName() throws {
        fixture.add("id:1", "/a.jpg", "old")
        fixture.add("id:2", "/b.jpg")
        _ = fixture.run(try fixture.choice)
        fixture.add("id:1", "/a.jpg", "new", revision: "2")
        fixture.add("id:2", "/c.jpg")
        fixture.library.items += (0..<1_000).map { item("id:x\($0)", path: "/x/\($0).jpg") }
        // Before the windows, the files without a photo and the live photos are searched.
        fixture.library.readableWindows = 3
        guard case .failed? = fixture.run(nil).completion else {
            Issue.record("the second window was read")
            return
        }
        fixture.library.items.removeLast(1_000)
        fixture.library.readableWindows = .max
        let result = try #require(fixture.result(nil))
        #expect((result.downloaded, result.present) == (1, 1))
        #expect(fixture.files == ["2024/05/a.jpg", "2024/05/c.jpg"])
        #expect(fixture.content("2024/05/a.jpg") == "new")
        let digits = OriginalDigits.of("1", count: 8)
        #expect(fixture.content(".photopark/versions/2024/05/a~\(digits).jpg") == "old")
    }

    @Test func anEditedFileIsNotMoved() throws {
        fixture.add("id:1", "/a.jpg")
        _ = fixture.run(try fixture.choice)
        try fixture.write("edited by the user", "2024/05/a.jpg")
        fixture.add("id:1", "/b.jpg")
        #expect(try #require(fixture.result(nil)).moved == 0)
        #expect(fixture.content("2024/05/a.jpg") == "edited by the user")
    }

    @Test func aFileThatTheServerRefusesFailsAlone() throws {
        fixture.add("id:1", "/a.jpg")
        fixture.add("id:2", "/b.jpg")
        let cause = HTTPError(.conflict, "path/not_found", phase: .handling)
        fixture.server.errors["id:1"] = FeedError(.requestRefused, "gone", cause: cause)
        let run = fixture.run(try fixture.choice)
        #expect(run.events.contains(.failed(path: "/a.jpg", reason: "gone")))
        guard case .finished(let progress)? = run.events.last else {
            Issue.record("the run has failed")
            return
        }
        #expect((progress.downloaded, progress.failed) == (1, 1))
        #expect(progress.isPartial && !progress.isContinued)
        #expect(progress.retryDelay == 0)
        for delay: Int64 in [900, 3_600, 14_400] {
            #expect(try #require(fixture.result(nil)).retryDelay == delay)
        }
        fixture.server.errors = [:]
        #expect(try #require(fixture.result(nil)).downloaded == 1)
    }

    /// Whether a failure of one file ends the run; the other files arrive if it does not.
    @Test(
        arguments: [
            (.conflict, .requestRefused, false), (.notFound, .requestRefused, false),
            (.rangeNotSatisfiable, .requestRefused, false), (.contentMismatch, .network, false),
            (.malformedResponse, .malformedAnswer, false),
            (.headersTooLarge, .malformedAnswer, false),
            (.bodyTooLarge, .malformedAnswer, false), (.badEncoding, .malformedAnswer, false),
            (.unframedBody, .malformedAnswer, false),
            (.redirectRefused, .malformedAnswer, false),
            (.tooManyRedirects, .malformedAnswer, false),
            (.unexpectedStatus, .malformedAnswer, false), (.forbidden, .permissionMissing, false),
            (.rejected, .requestRefused, false), (.preconditionFailed, .requestRefused, false),
            (.serverFailed, .network, false), (.truncatedBody, .network, false),
            (.connectionLost, .network, false), (.emptyResponse, .network, false),
            (.stalled, .network, false), (.deadlineExceeded, .network, false),
            (.requestTimeout, .network, false),
            (.rejected, .tokenRefused, true), (.unauthorized, .tokenExpired, true),
            (.credentialUnavailable, .tokenRefused, true), (.nameNotResolved, .network, true),
            (.connectionRefused, .network, true), (.connectFailed, .network, true),
            (.connectTimedOut, .network, true), (.proxyRefused, .network, true),
            (.tlsFailed, .network, true), (.certificateRejected, .serverNotTrusted, true),
            (.rateLimited, .rateLimited, true), (.serverBusy, .rateLimited, true),
            (.invalidated, .serviceUnavailable, true),
        ] as [(HTTPError.Code, FeedError.Code, Bool)])
    func aFaultOfOneFileFailsAlone(
        _ cause: HTTPError.Code, _ code: FeedError.Code, _ endsRun: Bool
    ) throws {
        for number in 1...3 { fixture.add("id:\(number)", "/\(number).jpg") }
        fixture.server.errors["id:2"] = FeedError(code, "no", cause: HTTPError(cause, "no"))
        let run = fixture.run(try fixture.choice)
        guard case .finished(let progress)? = run.events.last else {
            #expect(endsRun && run.completion == .failed(FeedError(code, "")))
            return
        }
        #expect(!endsRun && (progress.downloaded, progress.failed) == (2, 1))
    }

    @Test func anyNumberOfAttemptsIsCounted() throws {
        fixture.add("id:1", "/a.jpg")
        let cause = HTTPError(.conflict, "path/not_found", phase: .handling)
        fixture.server.errors["id:1"] = FeedError(.requestRefused, "gone", cause: cause)
        #expect(try #require(fixture.result(try fixture.choice)).failed == 1)
        // As a damaged database may have it.
        try fixture.edit { $0.attempts = .max }
        #expect(try #require(fixture.result(nil)).failed == 1)
    }

    // icloudpd#1311, icloudpd#1271: a part of a file counted as the file.
    @Test func wrongContentIsNeverPlaced() throws {
        for number in 0..<4 {
            fixture.add("id:\(number)", "/\(number).jpg")
            fixture.server.contents["id:\(number)"] = Array("cut".utf8)
        }
        let run = fixture.run(try fixture.choice)
        guard case .failed(let error)? = run.completion else {
            Issue.record("wrong content was accepted")
            return
        }
        #expect(error.code == .malformedAnswer)
        #expect(fixture.files.isEmpty)
    }

    // icloudpd#155: a full disk made it skip file after file.
    @Test func aFullDiskEndsTheRunAndTheNextOneContinues() throws {
        for number in 0..<9 { fixture.add("id:\(number)", "/\(number).jpg") }
        let disk = FeedError(.diskFull, "no space is left")
        fixture.server.errors["id:3"] = disk
        guard case .failed(let error)? = fixture.run(try fixture.choice).completion else {
            Issue.record("the run continued")
            return
        }
        #expect(error.code == .diskFull)
        fixture.server.errors = [:]
        _ = fixture.run(nil)
        #expect(fixture.files.count == 9)
        #expect(fixture.server.downloads.filter { $0 == "id:0" }.count == 1)
    }

    @Test func anInterruptedRunContinues() throws {
        fixture.add("id:1", "/a.jpg")
        fixture.add("id:2", "/b.jpg")
        fixture.server.silent = ["id:2"]
        _ = fixture.run(try fixture.choice, disposing: true)
        #expect(fixture.files == ["2024/05/a.jpg"])
        fixture.server.silent = []
        #expect(try #require(fixture.result(nil)).downloaded == 1)
        #expect(fixture.files.count == 2)
    }

    @Test func aDownloadThatWasCompleteBeforeTheKillIsPlaced() throws {
        let content = fixture.add("id:1", "/a.jpg")
        fixture.server.silent = ["id:1"]
        _ = fixture.run(try fixture.choice, disposing: true)
        try fixture.scheduler.enter {
            let folder = try fixture.folder()
            let version = OriginalVersion(fixture.library.items[0].node)
            try Data(content).write(to: URL(filePath: folder.partPath(of: version)))
        }
        let downloads = fixture.server.downloads.count
        #expect(try #require(fixture.result(nil)).downloaded == 1)
        #expect(fixture.server.downloads.count == downloads)
        #expect(fixture.content("2024/05/a.jpg") == "content of id:1")
    }

    @Test func aKillAfterThePlacingLeavesNoPart() throws {
        let content = fixture.add("id:1", "/a.jpg")
        fixture.server.silent = ["id:1"]
        _ = fixture.run(try fixture.choice, disposing: true)
        try fixture.scheduler.enter {
            let folder = try fixture.folder()
            let part = folder.partPath(of: OriginalVersion(fixture.library.items[0].node))
            try Data(content).write(to: URL(filePath: part))
            try fixture.write("content of id:1", "2024/05/a.jpg")
        }
        #expect(try #require(fixture.result(nil)).adopted == 1)
        #expect(try fixture.parts.isEmpty)
    }

    @Test func theLimitOfBytesLeavesTheRestForLaterRuns() throws {
        for number in 0..<4 { fixture.add("id:\(number)", "/\(number).jpg", "1234") }
        var choice = try fixture.choice
        choice.byteLimit = 9
        let first = try #require(fixture.result(choice))
        #expect((first.downloaded, first.postponed) == (2, 2))
        #expect(first.isPartial && first.isContinued)
        let second = try #require(fixture.result(nil))
        #expect((second.downloaded, second.postponed) == (2, 0))
        #expect(!second.isContinued)
    }

    @Test func aFileLargerThanTheLimitOfBytesIsNoReasonForAnotherRun() throws {
        fixture.add("id:1", "/a.jpg", "12")
        fixture.add("id:2", "/b.jpg", "1234")
        var choice = try fixture.choice
        choice.byteLimit = 3
        let first = try #require(fixture.result(choice))
        #expect((first.downloaded, first.postponed) == (1, 1))
        #expect(first.isContinued)
        let second = try #require(fixture.result(nil))
        #expect((second.downloaded, second.postponed) == (0, 1))
        #expect(second.isPartial && !second.isContinued)
    }

    @Test func theChoiceIsStored() throws {
        fixture.add("id:1", "/a.jpg")
        fixture.add("id:2", "/b.png")
        var choice = try fixture.choice
        choice.included = [PathPattern("*.jpg"), PathPattern("*.gif")]
        choice.excluded = [PathPattern("/x/**")]
        choice.since = FeedTime("2020-01-01T00:00:00Z")
        choice.kind = .photo
        choice.fileTime = .taken
        #expect(try #require(fixture.result(choice)).downloaded == 1)
        #expect(try #require(fixture.result(nil)).present == 1)
        try fixture.scheduler.enter {
            let store = try OriginalsStore(library: fixture.path + "/library")
            #expect(try store.choice() == choice)
            #expect(try OriginalsStore.choice(ofLibrary: fixture.path + "/library") == choice)
        }
    }

    @Test func withoutAChoiceNothingHappens() throws {
        fixture.add("id:1", "/a.jpg")
        let run = fixture.run(nil)
        #expect(run.events.isEmpty)
        #expect(run.completion == .completed)
        #expect(!OriginalsStore.exists(inLibrary: fixture.path + "/library"))
    }

    @Test func anotherFolderReceivesAllFiles() throws {
        fixture.add("id:1", "/a.jpg")
        _ = fixture.run(try fixture.choice)
        var choice = try fixture.choice
        choice.folder = fixture.path + "/other"
        #expect(try #require(fixture.result(choice)).downloaded == 1)
        #expect(
            FileManager.default.fileExists(atPath: fixture.path + "/other/2024/05/a.jpg"))
    }

    @Test func aStoredFolderThatIsGoneIsNotCreated() throws {
        fixture.add("id:1", "/a.jpg")
        _ = fixture.run(try fixture.choice)
        let folder = fixture.path + "/originals"
        try FileManager.default.removeItem(atPath: folder)
        guard case .failed(let error)? = fixture.run(nil).completion else {
            Issue.record("the folder of a disk that is not mounted was filled")
            return
        }
        #expect(error.code == .libraryUnusable)
        #expect(!FileManager.default.fileExists(atPath: folder))
        #expect(try #require(fixture.result(try fixture.choice)).downloaded == 1)
    }

    @Test func aSecondRunIsRefused() throws {
        fixture.add("id:1", "/a.jpg")
        try fixture.scheduler.enter {
            let store = try OriginalsStore(library: fixture.path + "/library")
            guard case .failed(let error)? = fixture.run(try fixture.choice).completion else {
                Issue.record("two runs use the same library")
                return
            }
            #expect(error.code == .libraryLocked)
            _ = try store.choice()
        }
    }

    @Test func aContentHashIsTheDigestOfTheDigestsOfBlocks() {
        var hash = BlockHash()
        let block = [UInt8](repeating: 0, count: Int(BlockHash.blockSize))
        block.withUnsafeBytes { hash.update($0) }
        [UInt8](repeating: 1, count: 10).withUnsafeBytes { hash.update($0) }
        #expect(hash.blocks.count == 64)
        var parts = BlockHash()
        let all = block + [UInt8](repeating: 1, count: 10)
        for start in stride(from: 0, to: all.count, by: 1_000_003) {
            all[start..<min(start + 1_000_003, all.count)].withUnsafeBytes { parts.update($0) }
        }
        #expect(parts.blocks == hash.blocks)
        #expect(
            BlockHash.content(of: BlockHash().blocks)?.description
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }
}
