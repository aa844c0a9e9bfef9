import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// `photopark verify` and `photopark transfers` with the files of a sync.
    @Suite struct VerifyCommandTests {
        private func verify(
            _ play: Playground, _ options: String...
        ) async throws -> Program.Outcome {
            try await Program(["verify", "--library", play.path("library")] + options).outcome()
        }

        private func prepare(
            _ photos: Int, adding large: [UInt8]? = nil
        ) async throws -> Playground {
            let play = try await Playground(photos: photos)
            if let large { try play.stub.apply(.add(path: "/large.jpg", content: large)) }
            let run = try await play.sync(
                "library", "--no-thumbnails", "--originals", "--to", play.path("photos"))
            #expect(run.status == 0, "\(run.errors)")
            return play
        }

        /// Changes a byte, and keeps the time of the last change, as a bad disk does.
        private func damage(_ file: String) throws {
            let url = URL(filePath: file)
            let manager = FileManager.default
            let time = try manager.attributesOfItem(atPath: file)[.modificationDate]
            var content = try Data(contentsOf: url)
            content[content.count / 2] ^= 1
            let handle = try FileHandle(forWritingTo: url)
            try handle.write(contentsOf: content)
            try handle.close()
            try manager.setAttributes(
                [.modificationDate: try #require(time)], ofItemAtPath: file)
        }

        private static let damages =
            ProcessInfo.processInfo.environment["VERIFY_DAMAGES"].flatMap(Int.init) ?? 7

        /// Files of one block, and one of three blocks, whose second one is damaged.
        @Test func damagedFilesAreNamedAndRepairedBlockByBlock() async throws {
            let blocks: [UInt8] = [1, 2, 3]
            let play = try await prepare(
                3 * Self.damages,
                adding: blocks.flatMap { [UInt8](repeating: $0, count: 4 << 20) })
            let good = try await verify(play)
            #expect(good.status == 0, "\(good.errors)")
            #expect(good.output.contains("\(3 * Self.damages + 1) good"))
            let names = try play.names(in: "photos")
            let large = try #require(names.first { $0.hasSuffix("large.jpg") })
            let small = Array(names.filter { $0 != large }.prefix(Self.damages))
            let damaged = Set(small + [large])
            for name in damaged { try damage(play.path("photos/\(name)")) }
            let ranges = try small.map { name in
                let content = try Data(contentsOf: URL(filePath: play.path("photos/\(name)")))
                return "bytes=0-\(content.count - 1)"
            }
            let bad = try await verify(play, "--json")
            #expect(bad.status == 81, "\(bad.errors)")
            let found = try bad.lines.compactMap { line -> String? in
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                guard let members = object as? [String: Any],
                    members["event"] as? String == "original"
                else { return nil }
                #expect(members["state"] as? String == "damaged")
                return members["path"] as? String
            }
            #expect(Set(found) == damaged)
            #expect(found.count == damaged.count)

            try play.stub.apply(.clearRequests)
            let repair = try await verify(play, "--repair", "--endpoint", play.endpoint)
            #expect(repair.status == 0, "\(repair.errors)")
            let requested = play.stub.requests.filter { $0.route == "files/download" }
                .compactMap(\.range)
            #expect(play.stub.requestCount(route: "files/download") == requested.count)
            #expect(requested.sorted() == (ranges + ["bytes=4194304-8388607"]).sorted())
            #expect(try await verify(play).status == 0)
            for name in damaged {
                try FileManager.default.removeItem(atPath: play.path("photos/\(name).damaged"))
            }
            #expect(try play.hashes(in: "photos") == play.serverHashes)
        }

        /// A file and a folder without permissions, and a pipe, beside good files.
        ///
        /// The administrator may read every file, so that the program runs without this capability.
        @Test(
            .enabled(if: geteuid() != 0 || access("/usr/bin/setpriv", X_OK) == 0, "needs setpriv"))
        func filesThatCannotBeReadAreNamedAndTheRunGoesOn() async throws {
            let play = try await Playground(photos: 9)
            let layout = ["--layout", "{stem}/{stem}.{ext}"]
            let run = try await play.sync(
                "library",
                options: ["--no-thumbnails", "--originals", "--to", play.path("photos")] + layout)
            #expect(run.status == 0, "\(run.errors)")
            let names = try play.names(in: "photos")
            let hashes = try play.hashes(in: "photos")
            let (file, folder, pipe) = (names[1], names[3], names[5])
            let parent = folder.split(separator: "/").dropLast().joined(separator: "/")
            let prefix = geteuid() == 0 ? "setpriv --bounding-set=-all --inh-caps=-all" : ""
            let outcome = try await Shell.run(
                """
                cd '\(play.path("photos"))'; chmod 000 '\(file)' '\(parent)'
                mv '\(pipe)' '\(pipe).real'; mkfifo '\(pipe)'
                for option in --json --repair; do
                    \(prefix) '\(Program.path)' verify $option --endpoint \(play.endpoint) \\
                        --library '\(play.path("library"))'
                    echo "code $?"
                done
                chmod 600 '\(file)'; chmod 700 '\(parent)'
                rm '\(pipe)'; mv '\(pipe).real' '\(pipe)'
                """)
            let lines = outcome.output.split(separator: "\n")
            let states = try lines.compactMap { line -> String? in
                guard line.hasPrefix("{\"event\":\"original\"") else { return nil }
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                guard let members = object as? [String: Any] else { return nil }
                let reason = members["reason"].map { " \($0)" } ?? ""
                return "\(members["path"] ?? "") \(members["state"] ?? "")\(reason)"
            }
            #expect(
                Set(states) == [
                    "\(file) unreadable Permission denied",
                    "\(folder) unreadable Permission denied", "\(pipe) unknown",
                ], "\(outcome.output)")
            #expect(lines.count { $0 == "code 81" } == 2, "\(outcome.output)")
            #expect(outcome.output.contains("6 good, 1 not a file, 2 unreadable."))
            #expect(
                lines.contains {
                    $0.hasPrefix("not repaired: \(file): it cannot be read (Permission denied)")
                })
            #expect(try play.hashes(in: "photos") == hashes, "nothing is changed")
        }

        /// A finding of `photopark doctor`.
        private func diagnosis(
            _ play: Playground, _ check: String = "originals"
        ) async throws -> [String: Any]? {
            let outcome = try await Program([
                "doctor", "--offline", "--json", "--library", play.path("library"),
            ]).outcome()
            let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
            let findings = (object as? [String: Any])?["findings"] as? [[String: Any]]
            return try #require(findings).first { $0["check"] as? String == check }
        }

        @Test(
            .enabled("the program has no doctor") {
                try await Program.has("doctor")
            })
        func theDoctorNamesTheDamageOfTheLastVerification() async throws {
            let play = try await prepare(3)
            let unverified = try #require(try await diagnosis(play))
            #expect(unverified["result"] as? String == "none-damaged")
            #expect((unverified["numbers"] as? [String: Int])?["unverified"] == 3)
            try damage(play.path("photos/\(try #require(try play.names(in: "photos").first))"))
            #expect(try await diagnosis(play)?["severity"] as? String == "good")
            #expect(try await verify(play).status == 81)
            let damaged = try #require(try await diagnosis(play))
            #expect(damaged["result"] as? String == "damaged")
            #expect(damaged["severity"] as? String == "bad" && damaged["status"] as? Int == 81)
            #expect(damaged["advice"] as? String == "run photopark verify --repair")
            #expect((damaged["numbers"] as? [String: Int])?["damaged"] == 1)
            _ = try await verify(play, "--repair", "--endpoint", play.endpoint)
            let repaired = try #require(try await diagnosis(play))
            #expect(repaired["severity"] as? String == "good", "\(repaired)")
            #expect((repaired["numbers"] as? [String: Int])?["unverified"] == 0)
        }

        @Test(
            .enabled("the program has no status") {
                try await Program.has("status")
            },
            .enabled("the program has no doctor") {
                try await Program.has("doctor")
            })
        func allCommandsAgreeAboutAFileThatIsCutOffAndOneThatIsEdited() async throws {
            let play = try await prepare(4)
            let names = try play.names(in: "photos")
            let files = names.map { URL(filePath: play.path("photos/\($0)")) }
            let whole = try Data(contentsOf: files[0])
            try Data(whole.prefix(whole.count / 2)).write(to: files[0])
            // The comment of another program, before the rest.
            let edited = try Data(contentsOf: files[1])
            try (edited.prefix(2) + Data([0xFF, 0xFE, 0, 4, 1, 2]) + edited.dropFirst(2))
                .write(to: files[1])
            let run = try await verify(play)
            #expect(run.status == 81, "\(run)")
            #expect(run.output.hasSuffix(": 2 good, 1 damaged, 1 edited.\n"), "\(run.output)")
            let diagnosis = try #require(try await diagnosis(play))
            let message = diagnosis["message"] as? String ?? ""
            #expect(
                message.hasSuffix("found 1 damaged, 1 edited: \(names[0])"), "\(message)")
            let status = ["status", "--library", play.path("library")]
            let text = try await Program(status).outcome().output
            #expect(
                text.contains("\nOriginals: 3 in place, 1 of them edited, 1 damaged.\n"), "\(text)")
            try play.stub.apply(.delete(path: try #require(play.stub.files.keys.sorted().last)))
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            let after = try await Program(status).outcome().output
            #expect(after.contains(" 1 file of deleted photos.\n"), "\(after)")

            let repair = try await verify(play, "--repair", "--endpoint", play.endpoint)
            #expect(repair.status == 0, "\(repair)")
            #expect(repair.output.hasSuffix("; 1 of them repaired.\n"), "\(repair.output)")
            #expect(try Data(contentsOf: files[0]) == whole)
        }

        @Test(
            .enabled("the program has no doctor") {
                try await Program.has("doctor")
            })
        func theDoctorNamesAFolderOfOriginalsThatIsNotMounted() async throws {
            let play = try await prepare(1)
            try FileManager.default.moveItem(
                atPath: play.path("photos"), toPath: play.path("elsewhere"))
            let finding = try #require(try await diagnosis(play))
            #expect(finding["result"] as? String == "libraryUnusable")
            #expect(finding["severity"] as? String == "bad" && finding["status"] as? Int == 73)
            let choice = try #require(try await diagnosis(play, "originals-choice"))
            #expect((choice["message"] as? String)?.contains("photos: layout") == true)
        }

        @Test(
            .enabled("the program has no doctor") {
                try await Program.has("doctor")
            })
        func theDoctorShowsTheChoiceThatEachSyncRepeats() async throws {
            let play = try await Playground(photos: 1)
            let run = try await play.sync(
                options: [
                    "--no-thumbnails", "--originals", "--to", play.path("photos"), "--kind",
                    "photo", "--exclude", "*.gif", "--max-bytes", "2G",
                ])
            #expect(run.status == 0, "\(run.errors)")
            let choice = try #require(try await diagnosis(play, "originals-choice"))
            #expect(choice["result"] as? String == "stored")
            #expect(choice["severity"] as? String == "good")
            #expect((choice["numbers"] as? [String: Int])?.isEmpty == true)
            let message = choice["message"] as? String ?? ""
            #expect(
                message.hasSuffix(
                    "photos: layout {year}/{month}/{stem}.{ext}, kind photo, exclude *.gif, "
                        + "at most 2.0 GB in a run, mtime modified"), "\(message)")
        }

        @Test(
            .enabled("the program has no doctor") {
                try await Program.has("doctor")
            })
        func theDoctorDoesNotMentionOriginalsThatTheLibraryDoesNotHave() async throws {
            let play = try await Playground(photos: 1)
            _ = try await play.sync("library", "--no-thumbnails")
            #expect(try await diagnosis(play) == nil)
            #expect(try await diagnosis(play, "originals-choice") == nil)
        }

        @Test func aRevisionThatTheServerHasForgottenIsReported() async throws {
            let play = try await prepare(1)
            let name = try #require(try play.names(in: "photos").first)
            try damage(play.path("photos/\(name)"))
            try play.stub.apply(.delete(path: try #require(play.stub.files.keys.first)))
            try play.stub.apply(.forgetRevisions)
            let repair = try await verify(play, "--repair", "--endpoint", play.endpoint)
            #expect(repair.status == 81, "\(repair.errors)")
            #expect(repair.output.contains("not repaired"))
            #expect(try play.names(in: "photos") == [name])
        }

        @Test func withoutOriginalsNothingIsVerified() async throws {
            let play = try await Playground(photos: 1)
            _ = try await play.sync("library", "--no-thumbnails")
            let run = try await verify(play)
            #expect(run.status == 66)
            #expect(run.errors.contains("--originals"))
        }

        @Test(arguments: [["--sample", "0"], ["--sample", "101"], ["--discard-edits"]])
        func wrongOptionsAreRefused(_ options: [String]) async throws {
            let run = try await Program(["verify"] + options).outcome()
            #expect(run.status == 64)
        }

        @Test(arguments: [[], ["pause", "--all"]] as [[String]])
        func transfersWithoutALibraryAre66(_ action: [String]) async throws {
            let play = try await Playground()
            try FileManager.default.createDirectory(
                atPath: play.path("empty"), withIntermediateDirectories: false)
            for library in ["missing", "empty"] {
                let run = try await Program(
                    ["transfers"] + action + ["--library", play.path(library)]
                ).outcome()
                #expect(run.status == 66 && run.output == "", "\(run)")
            }
        }

        @Test func allTransfersAndOneExcludeEachOther() async throws {
            let run = try await Program.run("transfers", "pause", "--all", "01234567")
            #expect(run.status == 64)
            #expect(run.errors.contains("--all cannot be combined"), "\(run.errors)")
            let none = try await Program.run("transfers", "pause")
            #expect(none.status == 64)
            #expect(none.errors.contains("pause needs the ID of a transfer"), "\(none.errors)")
        }

        @Test func transfersAreListedAndPaused() async throws {
            let play = try await Playground(photos: 3)
            let options = ["--library", play.path("library")]
            _ = try await play.sync("library", "--no-thumbnails")
            let none = try await Program(["transfers"] + options).outcome()
            #expect(none.status == 0, "\(none.errors)")
            #expect(none.output == "No transfers.\n")
            let sizes = play.stub.files.values.map(\.size)
            let first = try await play.sync(
                "library", "--no-thumbnails", "--originals", "--to", play.path("photos"),
                "--max-bytes", "\(sizes.reduce(0, +) - 1)")
            #expect(first.status == 3, "\(first.errors)")
            let listed = try await Program(["transfers", "--json"] + options).outcome().objects()
            #expect(listed.count == 1)
            let id = try #require(listed.first?["id"] as? String)
            let pause = try await Program(["transfers", "pause", id] + options).outcome()
            #expect(pause.output.contains("paused"), "\(pause.errors)")
            let held = try await play.sync(
                "library", "--no-thumbnails", "--originals", "--to", play.path("photos"))
            #expect(held.status == 0, "\(held.errors)")
            #expect(try play.names(in: "photos").count == 2)
            let resume = try await Program(["transfers", "resume", "--all"] + options).outcome()
            #expect(resume.output.contains("waiting"), "\(resume.errors)")
            let last = try await play.sync("library", "--no-thumbnails")
            #expect(last.status == 0, "\(last.errors)")
            #expect(try play.hashes(in: "photos") == play.serverHashes)
            let late = try await Program(["transfers", "pause", id] + options).outcome()
            #expect(late.errors.contains("is done: pause has no effect"), "\(late)")
            let unknown = try await Program(["transfers", "pause", "zzz"] + options).outcome()
            #expect(unknown.status == 66)
        }
    }
}
