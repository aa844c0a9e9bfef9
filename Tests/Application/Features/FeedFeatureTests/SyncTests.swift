import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// `photopark sync` and `photopark feed`, end to end over real sockets.
    @Suite struct SyncTests {
        @Test func aSyncBringsEveryPhotoWithItsThumbnail() async throws {
            let play = try await Playground(photos: 260, pageLimit: 100)
            let outcome = try await play.sync()
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output.contains("260 added"))
            let items = try await play.feed()
            #expect(items.count == 260)
            #expect(Set(items.map { $0["id"] }).count == 260)
            for item in items {
                let bytes = try #require(try play.thumbnail(of: item))
                #expect(
                    bytes.starts(with: [0xFF, 0xD8, 0xFF]) && bytes.suffix(2) == Data([0xFF, 0xD9]))
            }
            let dates = items.map { $0["date"] as? String ?? "" }
            #expect(dates == dates.sorted(by: >))
        }

        @Test func theRequestsOfASyncAreLogged() async throws {
            let play = try await Playground(photos: 1, token: "canary-4711")
            try play.stub.apply(.fault(.init(route: "files/list_folder", effect: .status(503))))
            let outcome = try await Program(
                [
                    "--log-level", "debug", "sync", "--library", play.path("library"),
                    "--endpoint", play.endpoint, "--token-file", try play.secret("canary-4711"),
                ]
            ).outcome()
            #expect(outcome.status == 0, "\(outcome.errors)")
            let listing = outcome.errors.split(separator: "\n")
                .filter { $0.contains("http: POST \(play.endpoint)/2/files/list_folder ") }
            #expect(listing.count == 2, "\(outcome.errors)")
            #expect(listing.first?.contains(" notice ") == true)
            #expect(listing.last?.contains(" debug ") == true)
            #expect(listing.last?.contains("status=200") == true)
            #expect(!outcome.errors.contains("canary"))
        }

        @Test func aSecondSyncWithNothingChangedIsOneRequest() async throws {
            let play = try await Playground(photos: 40)
            #expect(try await play.sync().status == 0)
            let before = play.requestCount
            #expect(try await play.sync().status == 0)
            #expect(play.requestCount - before == 1)
        }

        @Test func thumbnailsThatWereRemovedOrCutOffAreFetchedByTheNextSync() async throws {
            let play = try await Playground(photos: 60)
            #expect(try await play.sync().status == 0)
            let before = try await play.content()
            let items = try await play.feed()
            let pack = play.path("library/thumbnails/1.pack")
            #expect(items.allSatisfy { $0["thumbnail"] as? String == "thumbnails/1.pack" })
            let offsets = items.compactMap { $0["thumbnail_offset"] as? Int }.sorted()
            #expect(truncate(pack, offsets[58] + 100) == 0)
            let file = try FileHandle(forWritingTo: URL(filePath: pack))
            try file.seek(toOffset: UInt64(offsets[30] + 100))
            try file.write(contentsOf: Data("damage".utf8))
            try file.close()
            let outcome = try await play.sync()
            #expect(outcome.output.contains("3 thumbnails"), "\(outcome.output)\(outcome.errors)")
            #expect(try await play.content() == before)
            let requests = play.requestCount
            #expect(try await play.sync().status == 0)
            #expect(play.requestCount == requests + 1)
        }

        @Test func aPNGOfWhichTheServerKnowsNothingIsAskedForOnce() async throws {
            let play = try await Playground(photos: 3)
            let png = try #require(
                Data(
                    base64Encoded:
                        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=="
                ))
            try play.stub.apply(.add(path: "/screen.png", content: [UInt8](png)))
            #expect(try await play.sync("library", "--media-info").status == 0)
            let requests = play.requestCount
            #expect(try await play.sync("library", "--media-info").status == 0)
            #expect(play.requestCount == requests + 1)
        }

        @Test func aTokenOfAnotherAccountIsRefusedBeforeAnythingChanges() async throws {
            let bob = StubAccount(
                token: "token-of-bob", name: "Bob", source: .generated(photos: 2, seed: 9))
            let play = try await Playground(photos: 5, accounts: [bob])
            let ada = ["--no-thumbnails", "--token-command", "echo token-of-ada"]
            #expect(try await play.sync(options: ada).status == 0)
            let requests = play.requestCount
            #expect(try await play.sync(options: ada).status == 0)
            #expect(play.requestCount == requests + 1)
            let others = ["--no-thumbnails", "--token-command", "echo token-of-bob"]
            let refused = try await play.sync(options: others)
            #expect(refused.status == 64, "\(refused.errors)")
            #expect(refused.errors.contains("account"), "\(refused.errors)")
            #expect(play.requestCount == requests + 2)
            #expect(try await play.feed().count == 5)
            #expect(try await play.sync(options: others + ["--replace"]).status == 0)
            #expect(try await play.feed().count == 2)
        }

        // immich#1736, immich#10417, immich#15634: a zone moved photos to other times and days.
        @Test func noTimeZoneMovesAPhotoToAnotherMonth() async throws {
            let play = try await Playground(photos: 60)
            #expect(try await play.sync("library", "--media-info").status == 0)
            var galleries: Set<String> = []
            for zone in ["UTC", "Asia/Seoul", "America/Los_Angeles"] {
                let folder = play.path(zone.replacing("/", with: "-"))
                let outcome = try await Program.run(
                    "gallery", "--library", play.path("library"), "--output", folder,
                    environment: ["TZ": zone])
                #expect(outcome.status == 0, "\(outcome.errors)")
                let pages = try FileManager.default.contentsOfDirectory(atPath: folder + "/pages")
                let generation = try #require(pages.first)
                let items = try String(
                    contentsOfFile: "\(folder)/pages/\(generation)/0.js", encoding: .utf8)
                let index = try String(contentsOfFile: folder + "/index.html", encoding: .utf8)
                galleries.insert(
                    index.replacing(generation, with: "") + items.replacing(generation, with: ""))
            }
            #expect(galleries.count == 1)
            let item = try #require(try await play.feed("library", "--limit", "1").first)
            let taken = try #require(item["taken"] as? String)
            #expect(taken.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) != nil)
        }

        @Test(
            .enabled("needs root, setpriv and flock") {
                try await Shell.run("test $(id -u) = 0 && setpriv --version && flock --version")
                    .status == 0
            })
        func nobodyElseCanReadOrLockALibraryWhateverTheUmask() async throws {
            let play = try await Playground(photos: 3)
            let library = play.path("library")
            let outcome = try await Shell.run(
                """
                umask 000; mkdir -m 755 '\(library)'; chmod 755 '\(play.folder.path)'
                '\(Program.path)' sync --quiet --library '\(library)' \\
                    --endpoint \(play.endpoint) || exit 9
                find '\(library)' -mindepth 1 -perm /077
                other='setpriv --reuid 65534 --regid 65534 --clear-groups'
                for file in lock library.sqlite holder; do
                    $other cat '\(library)'/$file && echo read $file
                done
                $other flock -n '\(library)/lock' true && echo locked
                $other ls '\(library)/thumbnails' && echo listed
                exit 0
                """)
            #expect(outcome.status == 0, "\(outcome.output)")
            let lines = outcome.output.split(separator: "\n").filter {
                !$0.contains("Permission denied")
            }
            #expect(lines.isEmpty, "\(outcome.output)")
        }

        @Test(
            .enabled("needs to mount a file system; the output of mount is printed above") {
                try await canMount()
            })
        func aGalleryOnAFullDiskLeavesNothing() async throws {
            let play = try await Playground(photos: 60)
            #expect(try await play.sync().status == 0)
            let disk = play.path("disk")
            let outcome = try await Shell.run(
                """
                \(mounting) sh -c 'mkdir "$0" && mount -t tmpfs -o size=200k none "$0" || exit 99
                    "$1" gallery --library "$2" --output "$0/gallery"; echo "code $?"; ls -A "$0"' \
                    '\(disk)' '\(Program.path)' '\(play.path("library"))'
                """)
            #expect(outcome.output.contains("No space left"), "\(outcome.output)")
            #expect(outcome.output.hasSuffix("code 74\n"), "\(outcome.output)")
        }

        @Test(
            .enabled("needs to mount a file system; the output of mount is printed above") {
                try await canMount()
            })
        func aSyncOnAFullDiskKeepsItsThumbnailsAndIsContinued() async throws {
            let play = try await Playground(photos: 200)
            let sync = "\"$1\" sync --library \"$0/library\" --endpoint \(play.endpoint)"
            let outcome = try await Shell.run(
                """
                \(mounting) sh -c 'mkdir "$0" && mount -t tmpfs -o size=2m none "$0" || exit 99
                    \(sync); echo "code $?"; mount -o remount,size=20m "$0" || exit 98
                    \(sync); echo "code $?"
                    "$1" feed --json --library "$0/library" | grep -c "thumbnails/1.pack"' \
                    '\(play.path("disk"))' '\(Program.path)'
                """)
            let text = outcome.output
            #expect(text.contains("No space left") || text.contains("no space is left"), "\(text)")
            #expect(text.contains("code 74\n"), "\(text)")
            #expect(text.hasSuffix("code 0\n200\n"), "\(text)")
        }

        @Test func onlyTheChangeTravels() async throws {
            let play = try await Playground(photos: 50)
            #expect(try await play.sync().status == 0)
            let doomed = try #require(
                try await play.feed("library", "--limit", "1").first?["path"] as? String)
            try play.stub.apply(.addPhotos(folder: "/New", count: 3))
            try play.stub.apply(.delete(path: doomed))
            let outcome = try await play.sync()
            #expect(
                outcome.output.contains("3 added") && outcome.output.contains("1 removed"),
                "\(outcome.output)")
            let paths = try await play.feed().compactMap { $0["path"] as? String }
            #expect(paths.count == 52 && !paths.contains(doomed))
        }

        @Test func aMovedFolderKeepsItsPhotosAndTheirThumbnails() async throws {
            let play = try await Playground()
            try play.stub.apply(.addPhotos(folder: "/Summer/Lake", count: 5))
            #expect(try await play.sync().status == 0)
            let thumbnailRequests = play.stub.requestCount(route: "files/get_thumbnail_batch")
            try play.stub.apply(.move(from: "/Summer", to: "/Archive"))
            #expect(try await play.sync().status == 0)
            let paths = try await play.feed().compactMap { $0["path"] as? String }
            #expect(
                paths.count == 5 && paths.allSatisfy { $0.hasPrefix("/Archive/Lake/") }, "\(paths)")
            #expect(play.stub.requestCount(route: "files/get_thumbnail_batch") == thumbnailRequests)
        }

        @Test func everythingOnOneSchedulerGivesTheSameResult() async throws {
            let play = try await Playground(photos: 120, pageLimit: 50)
            #expect(try await play.sync("two").status == 0)
            let outcome = try await play.sync("one", "--single-scheduler")
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try await play.content("one") == play.content("two"))
        }

        @Test func oneFolderIsMirroredWhenAsked() async throws {
            let play = try await Playground()
            try play.stub.apply(.addPhotos(folder: "/Camera Uploads", count: 4))
            try play.stub.apply(.addPhotos(folder: "/Other", count: 4))
            #expect(
                try await play.sync("library", "--folder", "/Camera Uploads", "--no-thumbnails")
                    .status
                    == 0)
            let paths = try await play.feed().compactMap { $0["path"] as? String }
            #expect(paths.count == 4 && paths.allSatisfy { $0.hasPrefix("/Camera Uploads/") })
        }

        @Test func anotherFolderDoesNotEmptyALibraryUnlessThatIsMeant() async throws {
            let play = try await Playground()
            try play.stub.apply(.addPhotos(folder: "/Camera Uploads", count: 4))
            try play.stub.apply(.addPhotos(folder: "/Other", count: 2))
            let options = ["--no-thumbnails", "--folder"]
            let camera = options + ["/Camera Uploads"]
            let other = options + ["/Other"]
            #expect(try await play.sync(options: camera).status == 0)
            let requests = play.requestCount
            let refused = try await play.sync(options: other)
            #expect(refused.status == 64, "\(refused.errors)")
            for part in ["/Camera Uploads on localhost", "/Other on", "--library", "--replace"] {
                #expect(refused.errors.contains(part), "\(refused.errors)")
            }
            #expect(play.requestCount == requests)
            #expect(try await play.feed().count == 4)
            #expect(try await play.sync(options: camera).status == 0)
            #expect(try await play.sync(options: other + ["--replace"]).status == 0)
            #expect(try await play.feed().count == 2)
        }

        @Test func anotherServerIsRefusedAndAnotherPortIsNone() async throws {
            let play = try await Playground(photos: 5)
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            let refused = try await Program.run(
                "sync", "--library", play.path("library"), "--json", "--token-command",
                "echo token",
                "--endpoint", "https://Photos.Example:8443/base/")
            #expect(refused.status == 64, "\(refused.errors)")
            #expect(
                refused.errors.contains("the whole account on photos.example:8443/base"),
                "\(refused.errors)")
            #expect(refused.output.contains(#""event":"error","status":64"#), "\(refused.output)")
            let restarted = try await Playground(photos: 5)
            let outcome = try await Program.run(
                "sync", "--library", play.path("library"), "--no-thumbnails", "--endpoint",
                restarted.endpoint)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try await play.feed().count == 5)
        }

        @Test func mediaInfoBringsDimensionsAndPlaces() async throws {
            let play = try await Playground(photos: 12)
            #expect(try await play.sync("library", "--media-info").status == 0)
            let items = try await play.feed()
            #expect(items.allSatisfy { $0["width"] is Int && $0["height"] is Int })
            #expect(items.contains { $0["latitude"] is Double && $0["longitude"] is Double })
        }

        @Test func mediaInfoComesLaterForPhotosThatCameWithoutIt() async throws {
            let play = try await Playground(photos: 12)
            #expect(try await play.sync().status == 0)
            #expect(try await play.feed().allSatisfy { !($0["width"] is Int) })
            #expect(try await play.sync("library", "--media-info").status == 0)
            #expect(try await play.feed().allSatisfy { $0["width"] is Int })
            let requests = play.requestCount
            #expect(try await play.sync("library", "--media-info").status == 0)
            #expect(play.requestCount == requests + 1)
        }

        @Test func aGalleryIsAsReadableInAllItsFiles() async throws {
            let play = try await Playground(photos: 3)
            #expect(try await play.sync().status == 0)
            let outcome = try await Program.run(
                "gallery", "--library", play.path("library"), "--output", play.path("gallery"))
            #expect(outcome.status == 0, "\(outcome.errors)")
            func mode(_ name: String) throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: play.path("gallery/" + name))[
                    .posixPermissions] as? Int
            }
            let thumbnails = try FileManager.default.contentsOfDirectory(
                atPath: play.path("gallery/thumbnails"))
            #expect(thumbnails.count == 3)
            for name in thumbnails {
                #expect(try mode("thumbnails/" + name) == mode("index.html"))
            }
        }

        @Test(
            .enabled("needs to mount a file system; the output of mount is printed above") {
                try await canMount()
            })
        func aLibraryOnAReadOnlyMediumIsShown() async throws {
            let play = try await Playground(photos: 3)
            let name = "a #1 library?"
            #expect(try await play.sync(name, "--no-thumbnails").status == 0)
            let outcome = try await Shell.run(
                """
                \(mounting) sh -c 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" \\
                    && "$1" feed --json --library "$0"' '\(play.path(name))' '\(Program.path)'
                """)
            #expect(outcome.status == 0, "\(outcome.output)")
            #expect(outcome.output.split(separator: "\n").count == 3, "\(outcome.output)")
        }

        @Test func aRateLimitHoldsTheRunBack() async throws {
            let play = try await Playground(photos: 100)
            let bytesPerSecond = 300_000
            let started = ContinuousClock.now
            let outcome = try await play.sync(
                "library", "--json", "--limit-rate", String(bytesPerSecond))
            #expect(outcome.status == 0, "\(outcome.errors)")
            let last = try JSONSerialization.jsonObject(
                with: Data((outcome.lines.last ?? "").utf8))
            let bytes = try #require((last as? [String: Any])?["thumbnail_bytes"] as? Int)
            // A second's worth may come at once; a busy machine only makes it slower.
            #expect(bytes > 3 * bytesPerSecond, "\(bytes) bytes are too few to tell")
            let least = Duration.seconds(Double(bytes) / Double(bytesPerSecond) - 1)
            #expect(ContinuousClock.now - started >= least)
        }

        @Test func jsonEventsAreAllThatStandardOutputCarries() async throws {
            let play = try await Playground(photos: 30)
            let outcome = try await play.sync("library", "--json")
            let events = try outcome.lines.map { line in
                try #require(
                    try JSONSerialization.jsonObject(with: Data(line.utf8))
                        as? [String: AnyHashable])
            }
            #expect(events.first?["event"] as? String == "listing")
            #expect(events.last?["event"] as? String == "finished")
            #expect(events.last?["added"] as? Int == 30)
            #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        }

        @Test(arguments: [true, false])
        func aPhotoWithoutAThumbnailIsNamedByItsPath(asJSON: Bool) async throws {
            let play = try await Playground()
            try play.stub.apply(.add(path: "/Lake/odd.jpg", name: "Odd\u{1B}[2J.JPG"))
            let refusal = #"{".tag":"failure","failure":{".tag":"unsupported_image"}}"#
            try play.stub.apply(
                .fault(
                    .init(
                        route: "files/get_thumbnail_batch",
                        effect: .garbage(#"{"entries":[\#(refusal)]}"#))))
            let outcome = try await play.sync(options: asJSON ? ["--json"] : [])
            #expect(outcome.status == 3, "\(outcome.errors)")
            let item = try #require(try await play.feed().first)
            let id = try #require(item["id"] as? String)
            guard asJSON else {
                let line = """
                    No thumbnail of /Lake/Odd\\u{1B}[2J.JPG: Dropbox cannot read the picture; \
                    the file may be damaged
                    """
                #expect(
                    outcome.errors.lowercased().contains(line.lowercased()), "\(outcome.errors)")
                #expect(!outcome.errors.contains(id))
                return
            }
            let line = try #require(outcome.lines.first { $0.contains("thumbnail_failed") })
            let event = try JSONSerialization.jsonObject(with: Data(line.utf8))
            let expected: [String: AnyHashable] = [
                "event": "thumbnail_failed", "id": id, "path": try #require(item["path"]),
                "reason": "unsupported_image",
            ]
            #expect(event as? [String: AnyHashable] == expected)
        }

        @Test func everythingWithoutAThumbnailIsCountedAndNamedInWords() async throws {
            let play = try await Playground()
            for name in ["a.jpg", "b.HEIC", "c.DNG", "d.mp4"] {
                try play.stub.apply(.add(path: "/Trip/\(name)", name: name))
            }
            let outcome = try await play.sync()
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output.contains("4 added, 0 changed, 0 removed, 1 thumbnail ("))
            let library =
                "The library lists 4 photos and videos: 1 with a thumbnail, 3 without a thumbnail."
            #expect(outcome.output.contains(library), "\(outcome.output)")
            // Those without a thumbnail get no date from the server either.
            let advice =
                "The date of 1 photo is that of the file, because no camera's date is known: "
                + "sync --media-info asks the server for it, by one request for each, and"
            #expect(outcome.output.contains(advice), "\(outcome.output)")
            for format in ["HEIC", "DNG", "MP4"] {
                let reason = ": Dropbox does not make thumbnails of this format (\(format))\n"
                #expect(outcome.errors.contains(reason), "\(outcome.errors)")
            }
            #expect(outcome.errors.split(separator: "\n").count == 4, "\(outcome.errors)")
            for word in ["id:", "unsupported_extension", "node"] {
                #expect(!(outcome.output + outcome.errors).contains(word), "\(word)")
            }

            let again = try await play.sync()
            #expect(!again.output.contains("camera's date"), "\(again.output)")
            #expect(again.status == 0 && again.output.contains(library), "\(again.output)")
            #expect(!again.errors.contains("No thumbnail"), "\(again.errors)")
        }

        @Test func aFormatWithoutThumbnailsIsAnEventAndNoFailure() async throws {
            let play = try await Playground()
            try play.stub.apply(.add(path: "/a.heic", name: "a.heic"))
            try play.stub.apply(.add(path: "/b.mov", name: "b.mov"))
            let outcome = try await play.sync(options: ["--json"])
            #expect(outcome.status == 0, "\(outcome.output)")
            let events = outcome.lines.filter { $0.contains(#""event":"thumbnail_failed""#) }
            #expect(events.count == 2)
            #expect(events.allSatisfy { $0.contains(#""reason":"unsupported_extension""#) })
            let last = try #require(outcome.lines.last)
            for member in [
                #""failed_thumbnails":0"#, #""unsupported_thumbnails":2"#, #""library_items":2"#,
                #""library_thumbnails":0"#,
            ] { #expect(last.contains(member), "\(last)") }
        }
    }
}

/// The beginning of a shell line that runs a command with mounts of its own.
private let mounting = """
    options=--mount; unshare $options true 2>/dev/null || options="--user --map-root-user --mount"
    unshare $options
    """

/// Whether this user may mount a file system; where not, what `mount` says is printed.
private func canMount() async throws -> Bool {
    let trial = try await Shell.run(
        "folder=$(mktemp -d); \(mounting) mount -t tmpfs none $folder; "
            + "code=$?; rmdir $folder; exit $code")
    if trial.status != 0 { FileHandle.standardError.write(Data("mount: \(trial.output)".utf8)) }
    return trial.status == 0
}
