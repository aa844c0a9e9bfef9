import Foundation
import PhotoFeed
import PhotoFeedTestKit
import Testing

@testable import Originals

/// A server with live photos, whose files state their content identifiers.
final class LivePhotoFixture {
    /// The files of a live photo.
    enum Part { case still, movie }

    /// The order in which the files of live photos arrive.
    enum Order: CaseIterable, CustomTestStringConvertible {
        case together, stillsFirst, moviesFirst

        var testDescription: String { "\(self)" }
    }

    let fixture: OriginalsFixture
    var choice: OriginalsChoice
    private(set) var names: [String] = []
    /// The seconds by which the times of the server differ in a live photo.
    private let gap: Int64
    private let isDated: Bool

    /// Creates a server without files.
    ///
    /// - Parameter isDated: whether the files state when they were taken.
    init(
        gap: Int64 = 5, layout: String = OriginalLayout.standard, isDated: Bool = false,
        hasFacts: Bool = true
    ) throws {
        fixture = try OriginalsFixture()
        choice = try fixture.choice
        choice.layout = try OriginalLayout(layout)
        self.gap = gap
        self.isDated = isDated
        if hasFacts { readFacts() }
    }

    /// Reads the facts of the files from now on.
    func readFacts() { fixture.facts = FactsStub(fixture.library) }

    /// Adds a live photo in a folder.
    ///
    /// - Parameters:
    ///   - identifier: the identifier of the camera; by default that of the folder.
    ///   - parts: the files that arrive.
    func add(
        _ folder: String, day: Int = 1, identifier: String? = nil,
        _ parts: [Part] = [.still, .movie]
    ) {
        if !names.contains(folder) { names.append(folder) }
        let identifier = identifier ?? "identifier of \(folder)"
        let start = FeedTime("2024-08-01T07:08:09Z")?.secondsSinceEpoch ?? 0
        let time = start + Int64(day - 1) * 86_400
        func date(_ seconds: Int64) -> String { FeedTime(secondsSinceEpoch: seconds).description }
        let digits = date(time).prefix(10)
        for part in parts {
            switch part {
            case .still:
                let taken = digits.replacingOccurrences(of: "-", with: ":") + " 07:08:09"
                fixture.add(
                    "id:\(folder)s", "/\(folder)/IMG_1.HEIC",
                    bytes: LiveFile.still(identifier, taken: isDated ? taken : nil),
                    date: date(time))
            case .movie:
                let taken = digits.description + "T07:08:09+0000"
                fixture.add(
                    "id:\(folder)m", "/\(folder)/IMG_1.MOV",
                    bytes: LiveFile.movie(identifier, taken: isDated ? taken : nil),
                    date: date(time + gap))
            }
        }
    }

    /// Adds six live photos of one name, of which two are copies of one, and runs syncs.
    func fill(_ order: Order) throws {
        let folders = ["a", "b", "c", "d", "e", "f"]
        let parts: [[Part]] =
            switch order {
            case .together: [[.still, .movie]]
            case .stillsFirst: [[.still], [.movie]]
            case .moviesFirst: [[.movie], [.still]]
            }
        for parts in parts {
            for (index, folder) in folders.enumerated() {
                let identifier = folder == "f" ? "identifier of e" : nil
                add(folder, day: index + 1, identifier: identifier, parts)
            }
            _ = fixture.run(choice)
        }
    }

    /// The last component of a path without its extension.
    static func stem(_ path: String) -> String {
        SafeName.split(SafeName.components(of: path).last ?? "").stem
    }

    /// Checks that the files of each live photo have one name, which no other file has, and that
    /// each file was downloaded once.
    func check(
        isInOneFolder: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let paths = try fixture.paths
        var stems: [String: [String]] = [:]
        for (id, path) in paths {
            let folder = SafeName.components(of: path).dropLast().joined(separator: "/")
            stems[(isInOneFolder ? folder : "") + "/" + Self.stem(path), default: []].append(id)
            let content = FileManager.default.contents(
                atPath: fixture.path + "/originals/" + path)
            #expect(
                content.map { Array($0) } == fixture.server.contents[id], "\(id) at \(path)",
                sourceLocation: sourceLocation)
        }
        #expect(
            Set(stems.values.map { $0.sorted() })
                == Set(names.map { ["id:\($0)m", "id:\($0)s"] }), "\(paths)",
            sourceLocation: sourceLocation)
        #expect(
            fixture.files.sorted() == paths.values.sorted(), sourceLocation: sourceLocation)
        #expect(
            fixture.server.downloads.count == paths.count, sourceLocation: sourceLocation)
        #expect(try fixture.parts.isEmpty, sourceLocation: sourceLocation)
    }

    /// Checks that another run changes nothing.
    func checkRepetition(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let paths = try fixture.paths
        let result = fixture.result(nil)
        #expect(result?.moved == 0, sourceLocation: sourceLocation)
        #expect(result?.present == paths.count, sourceLocation: sourceLocation)
        #expect(try fixture.paths == paths, sourceLocation: sourceLocation)
    }
}
