import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// `photopark sync --originals` into a disk that fills, and into a folder that is attacked.
    @Suite struct HostileFolderTests {
        private static let mounting = """
            options=--mount
            unshare $options true 2>/dev/null || options="--user --map-root-user --mount"
            unshare $options
            """

        /// Whether this user may mount a file system; where not, what `mount` says is printed.
        private static func canMount() async throws -> Bool {
            let trial = try await Shell.run(
                "folder=$(mktemp -d); \(mounting) mount -t tmpfs none $folder; "
                    + "code=$?; rmdir $folder; exit $code")
            if trial.status != 0 {
                FileHandle.standardError.write(Data("mount: \(trial.output)".utf8))
            }
            return trial.status == 0
        }

        // icloudpd#155: a full disk made it skip file after file.
        @Test(
            .enabled("needs to mount a file system; the output of mount is printed above") {
                try await canMount()
            })
        func aDiskThatFillsEndsTheRunAndTheNextOneGoesOn() async throws {
            let play = try await Playground(photos: 200)
            let outcome = try await Shell.run(
                """
                export PROGRAM='\(Program.path)' LIBRARY='\(play.path("library"))'
                export DISK='\(play.path("disk"))'
                export OPTIONS='--endpoint \(play.endpoint) --quiet --no-thumbnails'
                \(Self.mounting) bash -c '
                    mkdir "$DISK" && mount -t tmpfs -o size=30m none "$DISK" || exit 99
                    "$PROGRAM" sync --library "$LIBRARY" $OPTIONS --limit-rate 500k \\
                        --originals --to "$DISK/photos" & run=$!
                    until ls "$DISK"/photos/2* || ! kill -0 $run; do
                        sleep 0.05
                    done >/dev/null 2>&1
                    head -c 100m /dev/zero >"$DISK/fill"
                    wait $run; echo "full $?"
                    rm "$DISK/fill"
                    "$PROGRAM" sync --library "$LIBRARY" $OPTIONS; echo "next $?"
                    "$PROGRAM" verify --library "$LIBRARY"; echo "verified $?"'
                """)
            let text = outcome.output
            for part in ["no space is left", "full 74\n", "next 0\n", "200 good", "verified 0\n"] {
                #expect(text.contains(part), "\(text)")
            }
        }

        /// A backup is verified where nothing can be changed: its originals, and its library.
        @Test(
            .enabled("needs to mount a file system; the output of mount is printed above") {
                try await canMount()
            })
        func aDiskThatIsReadOnlyIsVerified() async throws {
            let play = try await Playground(photos: 3)
            let run = try await play.sync(
                "disk/library", "--no-thumbnails", "--originals", "--to", play.path("disk/photos"))
            #expect(run.status == 0, "\(run.errors)")
            let outcome = try await Shell.run(
                """
                cd '\(play.folder.path)'; \(Self.mounting) bash -c '
                    verify() {
                        "\(Program.path)" verify --library disk/library "$@"; echo "code $?"
                    }
                    mount --bind disk/photos disk/photos
                    mount -o remount,bind,ro disk/photos || exit 99
                    touch disk/photos/a 2>/dev/null && exit 98
                    verify; verify --repair --endpoint \(play.endpoint)
                    umount disk/photos
                    mount --bind disk disk && mount -o remount,bind,ro disk || exit 99
                    verify' 2>&1
                """)
            let text = outcome.output
            let codes = text.split(separator: "\n").filter { $0.hasPrefix("code ") }
            #expect(codes == ["code 0", "code 73", "code 0"], "\(text)")
            #expect(text.components(separatedBy: "3 good.").count == 3, "\(text)")
        }

        /// Each download opens folders by their names in open parents.
        @Test func aFolderThatIsSwappedForALinkInALoopChangesNothingOutside() async throws {
            let play = try await Playground(photos: 150)
            let outcome = try await Shell.run(
                """
                cd '\(play.folder.path)'; mkdir outside
                sync() {
                    '\(Program.path)' sync --library library --endpoint \(play.endpoint) --quiet \\
                        --no-thumbnails --originals --to photos --layout 'a/{stem}.{ext}'
                }
                for round in 1 2 3 4 5 6; do
                    rm -rf photos/a photos/b
                    sync & run=$!
                    while kill -0 $run 2>/dev/null; do
                        mv -T photos/a photos/b && ln -s "$PWD/outside" photos/a
                        rm -f photos/a
                        mv -T photos/b photos/a
                    done 2>/dev/null
                    wait $run; echo "code $?"
                done
                echo "outside $(ls -A outside | wc -l)"
                sync; echo "last $?"
                '\(Program.path)' verify --library library
                """)
            let lines = outcome.output.split(separator: "\n")
            let codes = lines.filter { $0.hasPrefix("code ") }.compactMap { Int($0.dropFirst(5)) }
            #expect(codes.count == 6, "\(outcome.output)")
            #expect(codes.allSatisfy { [0, 3, 73, 74].contains($0) }, "\(outcome.output)")
            #expect(lines.contains("outside 0"), "\(outcome.output)")
            #expect(lines.contains("last 0"), "\(outcome.output)")
            #expect(lines.last?.contains("150 good") == true, "\(outcome.output)")
        }
    }
}
