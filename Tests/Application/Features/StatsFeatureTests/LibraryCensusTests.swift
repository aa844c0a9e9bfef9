import Foundation
import PhotoFeed
import Testing
import TextFormats

@testable import StatsFeature

/// The counts of photos and videos, and their forms.
@Suite struct LibraryCensusTests {
    /// A photo or video at a time on the camera's clock.
    static func node(
        _ time: String, size: Int64 = 50_000, kind: MediaInfo.Kind = .photo,
        at location: MediaInfo.Location? = nil, by camera: MediaInfo.Camera? = nil
    ) -> MediaNode {
        let modified = FeedTime(secondsSinceEpoch: 0)
        let info = MediaInfo(
            kind: kind, location: location, timeTaken: CameraTime(time), camera: camera)
        return MediaNode(
            id: NodeID(rawValue: "id:\(time)"), name: "a.jpg", pathKey: "/a.jpg", revision: "1",
            size: size, clientModified: modified, serverModified: modified, mediaInfo: info)
    }

    private func census(_ nodes: [MediaNode]) -> LibraryCensus {
        var census = LibraryCensus()
        for node in nodes { census.add(node) }
        return census
    }

    private func names(_ rows: [LibraryCensus.Row]) -> [String] {
        rows.map { "\($0.name ?? "nil") \($0.count.items)" }
    }

    @Test func aPhotoIsInTheMonthOfTheCamerasClock() {
        let census = census([
            Self.node("2023-12-31T23:59:59"), Self.node("2024-01-01T00:00:00"),
            Self.node("2024-05-31T12:00:00"),
        ])
        #expect(names(census.yearRows) == ["2023 1", "2024 2"])
        #expect(names(census.monthRows) == ["2023-12 1", "2024-01 1", "2024-05 1"])
    }

    @Test(arguments: [
        (Int64(0), "< 100 kB"), (99_999, "< 100 kB"), (100_000, "< 1 MB"),
        (999_999_999, "< 1 GB"), (1_000_000_000, "1 GB or more"), (.max, "1 GB or more"),
    ])
    func aSizeIsInOneClass(_ size: Int64, _ name: String) {
        let rows = census([Self.node("2024-01-01T00:00:00", size: size)]).sizeRows
        #expect(names(rows) == [name + " 1"])
    }

    @Test func theSumOfSizesStaysAtItsLimit() {
        let census = census([
            Self.node("2024-01-01T00:00:00", size: .max),
            Self.node("2024-01-01T00:00:00", size: .max),
        ])
        #expect(census.total.bytes == .max && census.total.items == 2)
        #expect(!StatsBars(census, libraries: 1, width: 80).lines.isEmpty)
    }

    @Test func aPlaceIsAFieldOfOneDegree() {
        let time = "2024-01-01T00:00:00"
        let census = census([
            Self.node(time, at: MediaInfo.Location(latitude: 48.9, longitude: 11.1)),
            Self.node(time, at: MediaInfo.Location(latitude: 48.0, longitude: 11.9)),
            Self.node(time, at: MediaInfo.Location(latitude: -0.1, longitude: -70.5)),
            Self.node(time, at: MediaInfo.Location(latitude: 47.9, longitude: 7.1)),
            Self.node(time, at: MediaInfo.Location(latitude: 47.9, longitude: 7.9)),
            Self.node(time, at: MediaInfo.Location(latitude: 0, longitude: -30)),
            Self.node(time, at: MediaInfo.Location(latitude: .nan, longitude: 0)),
            Self.node(time, at: MediaInfo.Location(latitude: 1e300, longitude: 0)),
        ])
        #expect(
            names(census.placeRows) == [
                "48°N 11°E Germany 2", "1°S 71°W Colombia 1", "0°N 30°W 1", "47°N 7°E France 1",
                "47°N 7°E Germany 1", "nil 2",
            ])
    }

    @Test func aCameraHasTheNameOfItsModel() {
        let time = "2024-01-01T00:00:00"
        func camera(_ make: String?, _ model: String?) -> MediaNode {
            Self.node(time, by: MediaInfo.Camera(make: make, model: model))
        }
        let census = census([
            camera("Apple", "iPhone 15"), camera("Apple", "iPhone 15"),
            camera("NIKON CORPORATION", "NIKON D750"), camera("Canon", nil), camera(nil, nil),
        ])
        #expect(
            names(census.cameraRows) == ["Apple iPhone 15 2", "Canon 1", "NIKON D750 1", "nil 1"])
    }

    @Test func theNumberOfCamerasHasALimit() {
        let nodes = (0..<1_500).map { number in
            Self.node(
                "2024-01-01T00:00:00",
                by: MediaInfo.Camera(
                    make: nil, model: "\(number) \(String(repeating: "x", count: 900))"))
        }
        var census = census(nodes)
        #expect(census.cameras.count == LibraryCensus.cameraLimit + 1)
        #expect(census.cameras[LibraryCensus.otherCameras]?.items == 500)
        let copy = census
        census.add(copy)
        #expect(census.cameras.values.map(\.items).reduce(0, +) == 3_000)
        let lines = StatsBars(census, libraries: 1, width: 80).lines
        #expect(lines.allSatisfy { TerminalText.columns(of: $0) <= 80 })
        #expect(StatsDrawing(census, libraries: 1).text.utf8.count < 50_000)
    }

    @Test func aPropertyWithoutValuesIsLeftOut() {
        let census = census([Self.node("2024-01-01T00:00:00")])
        #expect(census.tables.map(\.title) == ["Year", "Month", "Kind", "Size"])
        #expect(LibraryCensus().tables.isEmpty)
    }

    /// Some years of photos and videos of different sizes and places.
    private var mixture: LibraryCensus {
        census(
            (0..<400).map { number -> MediaNode in
                let location = MediaInfo.Location(
                    latitude: Double(number % 40), longitude: Double(-(number % 50)))
                let month = "20\(10 + number % 9)-\(10 + number % 3)"
                return Self.node(
                    month + "-01T00:00:00", size: Int64(number * number * 7_000),
                    kind: number % 5 == 0 ? .video : .photo,
                    at: number % 7 == 0 ? nil : location,
                    by: MediaInfo.Camera(
                        make: nil, model: number % 3 == 0 ? nil : "Camera \(number % 20)"))
            })
    }

    @Test func everyTableHasTheSumOfTheLibrary() {
        let census = mixture
        #expect(census.tables.count == 6)
        for table in census.tables {
            for rows in [table.rows, table.rows(limit: 3)] {
                #expect(rows.map(\.count.items).reduce(0, +) == census.total.items, "\(rows)")
                #expect(rows.map(\.count.bytes).reduce(0, +) == census.total.bytes, "\(rows)")
            }
        }
    }

    @Test func theCountsOfTwoLibrariesAreAdded() {
        var both = mixture
        both.add(mixture)
        #expect(both.total.items == 800)
        for (table, single) in zip(both.tables, mixture.tables) {
            #expect(table.rows.map(\.count.items) == single.rows.map { $0.count.items * 2 })
        }
    }

    @Test func aLimitKeepsTheNewestMonthsAndTheLargestPlaces() {
        let months = mixture.tables[1].rows(limit: 2)
        #expect(months.map(\.name) == ["earlier"] + mixture.monthRows.suffix(2).map(\.name))
        let places = mixture.tables[4].rows(limit: 2)
        #expect(places.map(\.name) == mixture.placeRows.prefix(2).map(\.name) + ["others"])
        #expect(mixture.tables[0].rows(limit: 2) == mixture.yearRows)
    }

    @Test(arguments: [20, 40, 49, 50, 80, 200])
    func theBarsFitIntoTheTerminal(_ width: Int) {
        let lines = StatsBars(mixture, libraries: 2, width: width).lines
        let rows = lines.dropFirst()
        let widest = rows.map { TerminalText.columns(of: $0) }.max() ?? 0
        #expect(width < 40 || widest == width, "\(lines.joined(separator: "\n"))")
        #expect(lines[0].hasPrefix("400 photos and videos in 2 libraries, "))
    }

    @Test func theLongestBarFillsItsColumnAndASmallOneIsVisible() {
        let nodes =
            (0..<1_000).map { _ in Self.node("2024-01-01T00:00:00") }
            + [Self.node("2023-01-01T00:00:00")]
        let lines = StatsBars(census(nodes), libraries: 1, width: 40).lines
        let (space, bar) = (String(repeating: " ", count: 26), String(repeating: "█", count: 27))
        let expected: [String] = [
            "1,001 photos and videos, 50.0 MB", "", "Year", "2023  ▏\(space)      1",
            "2024  \(bar)  1,000",
        ]
        #expect(Array(lines.prefix(5)) == expected, "\(lines.joined(separator: "\n"))")
    }

    @Test func theObjectHasTheSameNumbers() throws {
        let census = mixture
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(census.json(of: ["a", "b"]).utf8))
                as? [String: Any])
        #expect(
            object.keys.sorted() == [
                "accounts", "bytes", "cameras", "items", "kinds", "months", "places", "sizes",
                "years",
            ])
        #expect(object["accounts"] as? [String] == ["a", "b"])
        #expect(object["items"] as? Int == 400)
        for key in ["cameras", "kinds", "months", "places", "sizes", "years"] {
            let rows = try #require(object[key] as? [[String: Any]])
            #expect(rows.compactMap { $0["items"] as? Int }.reduce(0, +) == 400, "\(key)")
            #expect(rows.allSatisfy { Set($0.keys) == ["name", "items", "bytes"] })
        }
        let places = try #require(object["places"] as? [[String: Any]])
        #expect(places.last?["name"] is NSNull)
    }

    @Test func theDrawingHasABarForEachRowAndNoScript() throws {
        let text = StatsDrawing(mixture, libraries: 1).text
        let rows = mixture.tables.map { $0.rows(limit: 60).count }.reduce(0, +)
        #expect(text.components(separatedBy: "<rect ").count == rows + 2)
        #expect(text.contains(">&lt; 100 kB</text>") && !text.contains("script"))
        #expect(text.hasSuffix("</svg>\n"))
    }
}
