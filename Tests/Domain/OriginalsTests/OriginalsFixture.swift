import Foundation
import HTTPGateway
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import SchedulingTestKit
import Signals
import SimulationDevices

@testable import Originals

/// A server in memory, whose downloads behave as those of the gateway.
final class ScriptedOriginals: OriginalFetcher {
    /// The content by identifier.
    var contents: [String: [UInt8]] = [:]
    /// The errors that downloads fail with, by identifier, instead of each attempt.
    var errors: [String: FeedError] = [:]
    /// The files whose download never ends.
    var silent: Set<String> = []
    /// The identifiers of the downloads, in their order.
    private(set) var downloads: [String] = []
    /// The paths that the downloads have asked for, in their order.
    private(set) var paths: [String] = []
    /// The files that the downloads have written, or would have.
    private(set) var files: [String] = []
    private(set) var ranges: [Range<Int64>] = []
    /// The error that requests for ranges fail with.
    var rangeError: FeedError?

    func download(
        _ version: OriginalVersion, to path: String, digest: (any ContentDigest)?
    ) -> Signal<OriginalEvent, FeedError> {
        .deferred { [self] in
            let id = version.id.rawValue
            downloads.append(id)
            paths.append(version.pathKey)
            files.append(path)
            if silent.contains(id) { return .never }
            if let error = errors[id] { return .fail(error) }
            let content = contents[id] ?? []
            var digest = digest
            content.withUnsafeBytes { digest?.update($0) }
            guard digest?.isExpected ?? true, Int64(content.count) == version.size else {
                let cause = HTTPError(.contentMismatch, "other content", phase: .handling)
                return .fail(FeedError(.network, "other content", cause: cause))
            }
            // By another name first, as the gateway does.
            do { try Data(content).write(to: URL(filePath: path), options: .atomic) } catch {
                return .fail(FeedError(.storage, "\(error)"))
            }
            let file = HTTPFile(path: path, length: Int64(content.count))
            return .sequence([.progress(received: file.length), .finished(file)])
        }
    }

    func bytes(
        of version: OriginalVersion, in range: Range<Int64>
    ) -> Signal<[UInt8], FeedError> {
        .deferred { [self] in
            ranges.append(range)
            if let rangeError { return .fail(rangeError) }
            guard let content = contents[version.id.rawValue] else {
                let cause = HTTPError(.conflict, "gone", phase: .handling)
                return .fail(FeedError(.folderNotFound, "gone", cause: cause))
            }
            return .just(Array(content[Int(range.lowerBound)..<Int(range.upperBound)]))
        }
    }
}

/// A library, a folder of originals and a server, on virtual time.
final class OriginalsFixture {
    let path = FileManager.default.temporaryDirectory.path + "/photopark-\(UUID().uuidString)"
    let scheduler = VirtualScheduler()
    let library = LibraryStub()
    let server = ScriptedOriginals()
    /// The library that keeps the facts of the files.
    var facts: FactsStub?

    init() throws {
        ModelledFiles.install()  // the disks of some tests also decide on the database
        try FileManager.default.createDirectory(
            atPath: path + "/library", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var choice: OriginalsChoice {
        get throws {
            OriginalsChoice(
                folder: path + "/originals", layout: try OriginalLayout(OriginalLayout.standard))
        }
    }

    /// The names of the downloads in the folder of the originals.
    var parts: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(
                atPath: path + "/originals/.photopark/parts")
        }
    }

    /// Opens the folder of the originals, for the library of this fixture unless another is given.
    func folder(of library: String = "library") throws -> OriginalsFolder {
        try OriginalsFolder(path: path + "/originals", of: path + "/" + library)
    }

    /// Changes the rows of the originals.
    func edit(_ body: (inout OriginalRow) -> Void) throws {
        try scheduler.enter {
            let store = try OriginalsStore(library: path + "/library")
            var rows = try store.rows()
            for index in rows.indices { body(&rows[index]) }
            try store.store(rows)
        }
    }

    /// Adds a photo to the server and to the feed; returns its content.
    @discardableResult
    func add(
        _ id: String, _ path: String, _ text: String? = nil, revision: String = "1",
        hasHash: Bool = true, bytes: [UInt8]? = nil, date: String = "2024-05-31T14:04:05Z"
    ) -> [UInt8] {
        let content = bytes ?? Array((text ?? "content of \(id)").utf8)
        server.contents[id] = content
        library.items.removeAll { $0.node.id.rawValue == id }
        library.items.append(
            item(
                id, path: path, date: date, content: content, revision: revision,
                hasHash: hasHash))
        return content
    }

    /// Runs a sync of the originals until nothing is left to do.
    func run(
        _ choice: OriginalsChoice?, disposing: Bool = false, prunes: Bool = false
    ) -> (events: [OriginalsEvent], completion: Completion<FeedError>?) {
        scheduler.enter {
            let synchronizer = OriginalsSynchronizer(
                library: path + "/library", reader: library, fetcher: server, account: "ada",
                facts: facts, home: scheduler.home)
            var events: [OriginalsEvent] = []
            var end: Completion<FeedError>?
            let run = synchronizer.synchronize(choice, options: .init(prunes: prunes))
                .observe({ events.append($0) }, ended: { end = $0 })
            scheduler.runUntilIdle()
            if disposing { run.dispose() }
            return (events, end)
        }
    }

    /// Runs a sync to its end, and returns its counts.
    func result(_ choice: OriginalsChoice?) -> OriginalsProgress? {
        guard case .finished(let progress)? = run(choice).events.last else { return nil }
        return progress
    }

    /// The paths of the originals, by their identifiers.
    var paths: [String: String] {
        get throws {
            let rows = try OriginalsStore.readRows(ofLibrary: path + "/library")
            return Dictionary(rows.map { ($0.id, $0.path) }) { $1 }
        }
    }

    /// The content of a file of the originals; `nil` if there is none.
    func content(_ name: String) -> String? {
        FileManager.default.contents(atPath: path + "/originals/" + name)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// The visible files of the originals, with their paths below the folder.
    var files: [String] {
        let all = FileManager.default.subpaths(atPath: path + "/originals") ?? []
        return all.filter { !$0.hasPrefix(".") && $0.contains(".") }.sorted()
    }

    /// The bytes of a file of the originals; `nil` if there is none.
    func bytes(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path + "/originals/" + name).map { Array($0) }
    }

    func write(_ text: String, _ name: String) throws { try write(Array(text.utf8), name) }

    /// Writes a file, perhaps with the time of the last change that it has had.
    func write(_ bytes: [UInt8], _ name: String, keepingTime: Bool = false) throws {
        let files = FileManager.default
        let file = URL(filePath: path + "/originals/" + name)
        let former = try keepingTime ? files.attributesOfItem(atPath: file.path) : [:]
        try files.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        guard let time = former[.modificationDate] else { return }
        try files.setAttributes([.modificationDate: time], ofItemAtPath: file.path)
    }
}
