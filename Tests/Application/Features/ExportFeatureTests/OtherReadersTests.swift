import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// Exports, as programs of others read them.
    @Suite(.enabled("the program has no feed") { try await Program.has("sync") })
    struct OtherReadersTests {
        private static let hostileNames = [
            "=1+1.jpg", "a, \"b\".jpg", "line\nbreak.jpg", "ä <&>.jpg", "..", "semi;colon.jpg",
        ]

        /// A library with photos of known names, and with dates and places.
        private func library() async throws -> (Playground, String) {
            let play = try await Playground(photos: 20)
            for name in Self.hostileNames where name != ".." {
                try play.stub.apply(.add(path: "/" + name, content: Array(name.utf8)))
            }
            let run = try await play.sync("library", "--media-info")
            #expect(run.status == 0 || run.status == 3, "\(run.errors)")
            return (play, play.path("library"))
        }

        @Test func thePythonModuleReadsTheTableAsTheObjects() async throws {
            let (play, library) = try await library()
            for format in ["csv", "json"] {
                let run = try await Program.run(
                    "export", "--\(format)", "--library", library, "--output",
                    play.path("feed." + format))
                #expect(run.status == 0, "\(run.errors)")
            }
            let script = """
                import csv, json, sys
                rows = list(csv.DictReader(open(sys.argv[1], newline="", encoding="utf-8"),
                                           strict=True))
                objects = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8")]
                assert len(rows) == len(objects) == 25, (len(rows), len(objects))
                def text(value):
                    if value is None: return ""
                    if isinstance(value, list): return ";".join(value)
                    value = str(value)
                    return "'" + value if value[:1] in tuple("=+@") else value
                for row, item in zip(rows, objects):
                    assert list(row) == list(item), row
                    for key in item:
                        if isinstance(item[key], float):
                            assert float(row[key]) == item[key], key
                        else:
                            assert row[key] == text(item[key]), (key, row[key], item[key])
                print("equal")
                """
            try script.write(
                toFile: play.path("compare.py"), atomically: false, encoding: .utf8)
            let outcome = try await Shell.run(
                "python3 '\(play.path("compare.py"))' '\(play.path("feed.csv"))' "
                    + "'\(play.path("feed.json"))'")
            #expect(outcome.output == "equal\n", "\(outcome.output)")
        }

        @Test(
            .enabled("exiftool is not installed (apt-get install libimage-exiftool-perl)") {
                try await Shell.run("command -v exiftool").status == 0
            })
        func exiftoolReadsTheSidecars() async throws {
            let (play, library) = try await library()
            let folder = play.path("sidecars")
            let run = try await Program.run("export", "--xmp", folder, "--library", library)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output == "25 sidecars written, 0 unchanged: \(folder)\n")
            let read = try await Shell.run(
                "exiftool -j -n -r -ext xmp -XMP:all -Warning -Error '\(folder)' 2>/dev/null")
            let parsed = try JSONSerialization.jsonObject(with: Data(read.output.utf8))
            let sidecars = try #require(parsed as? [[String: Any]])
            #expect(sidecars.count == 25)
            let items = try await play.feed()
            var places = 0
            for item in items {
                let id = item["id"] as? String
                let sidecar = try #require(sidecars.first { $0["Identifier"] as? String == id })
                #expect(sidecar["Warning"] == nil && sidecar["Error"] == nil, "\(sidecar)")
                if let taken = item["taken"] as? String {
                    let expected = taken.replacing("T", with: " ").split(separator: " ")
                    #expect(
                        sidecar["DateTimeOriginal"] as? String
                            == expected[0].replacing("-", with: ":") + " " + expected[1])
                }
                if let latitude = item["latitude"] as? Double,
                    let longitude = item["longitude"] as? Double
                {
                    places += 1
                    let read = [sidecar["GPSLatitude"], sidecar["GPSLongitude"]]
                        .map { ($0 as? NSNumber)?.doubleValue ?? .nan }
                    #expect(abs(read[0] - latitude) < 1e-6, "\(read) \(latitude)")
                    #expect(abs(read[1] - longitude) < 1e-6, "\(read) \(longitude)")
                }
                #expect((sidecar["Size"] as? NSNumber)?.int64Value == item["size"] as? Int64)
            }
            #expect(places > 0)
            let again = try await Program.run("export", "--xmp", folder, "--library", library)
            #expect(again.output.hasPrefix("0 sidecars written, 25 unchanged: "), "\(again)")
        }

        @Test func theSidecarOfAnotherProgramIsKeptAndReported() async throws {
            let (play, library) = try await library()
            let folder = play.path("sidecars")
            let options = [
                "export", "--library", library, "--xmp", folder, "--layout",
                "{folder}/{stem}.{ext}",
            ]
            #expect(try await Program(options).outcome().status == 0)
            let name = try #require(
                FileManager.default.subpaths(atPath: folder)?.first { $0.hasSuffix(".xmp") })
            try "mine".write(
                toFile: folder + "/" + name, atomically: false, encoding: .utf8)
            let run = try await Program(options).outcome()
            #expect(run.status == 3 && run.errors.contains("1 file of other programs kept"))
            #expect(try String(contentsOfFile: folder + "/" + name, encoding: .utf8) == "mine")
        }

        @Test(arguments: [
            ["--xmp", "x", "--json"], ["--xmp", "x", "--output", "y"],
            ["--json", "--layout", "{stem}"],
            ["--xmp", "x", "--layout", "../{stem}"],
        ])
        func wrongOptionsAreRefused(_ options: [String]) async throws {
            let run = try await Program(["export", "--library", "x"] + options).outcome()
            #expect(run.status == 64, "\(run)")
        }
    }
}
