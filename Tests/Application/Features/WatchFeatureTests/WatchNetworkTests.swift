import Foundation
import ProgramTestKit
import Testing

extension WholeProgram {
    /// `photopark watch` in a network of its own, which goes down and up.
    @Suite struct WatchNetworkTests {
        private static func number(_ variable: String, _ standard: Int) -> Int {
            ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? standard
        }

        private static let rounds = number("WATCH_NETWORK_ROUNDS", 1)
        /// The seconds for which the network is down, and for which the program is stopped.
        ///
        /// A run is offline when all of its attempts have failed, which takes half a minute.
        private static let seconds = number("WATCH_NETWORK_SECONDS", 2)

        private static let separate = """
            options=--net
            unshare $options true 2>/dev/null || options="--user --map-root-user --net"
            unshare $options bash -c
            """

        /// Whether this system lets a test have a network; otherwise the reason is printed.
        private static func canSeparate() async throws -> Bool {
            let check = try await Shell.run("\(separate) 'ip link set lo up && curl --version'")
            if check.status != 0 {
                FileHandle.standardError.write(Data("network: \(check.output)".utf8))
            }
            return check.status == 0
        }

        // Maestral#536, Maestral#1101: after a sleep or a lost network it did not connect again.
        @Test(
            .enabled("needs a network of its own; the reason is printed above") {
                try await canSeparate()
            })
        func theWatchSurvivesLostNetworksAndStops() async throws {
            let folder = FileManager.default.temporaryDirectory
                .appending(path: "photopark-network-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let script = folder.appending(path: "script")
            try Data(Self.script.utf8).write(to: script)
            let outcome = try await Shell.run(
                """
                cd '\(folder.path)'; export HOME=/nonexistent PROGRAM='\(Program.path)'
                export ROUNDS=\(Self.rounds) SECONDS_DOWN=\(Self.seconds)
                \(Self.separate) 'bash script'
                """)
            #expect(outcome.status == 0, "\(outcome.output)")
            FileHandle.standardError.write(Data(outcome.output.utf8))
        }

        private static let script = """
            ip link set lo up
            "$PROGRAM" stub --photos 3 --control >stub 2>&1 & stub=$!
            watch=
            trap 'kill $watch $stub 2>/dev/null' EXIT
            fail() { echo "$1"; cat events errors; exit 1; }
            for _ in $(seq 300); do grep -q listening stub && break; sleep 0.1; done
            url=$(sed 's/.* //' stub)
            "$PROGRAM" watch --json --library library --endpoint "$url" \\
                --token-command 'echo token' >events 2>errors & watch=$!
            items() { "$PROGRAM" feed --json --library library 2>/dev/null | wc -l; }
            await() {  # NUMBER of items, within two minutes
                for _ in $(seq 600); do
                    [ "$(items)" = "$1" ] && return
                    kill -0 $watch 2>/dev/null || break
                    sleep 0.2
                done
                fail "$(items) items, not $1"
            }
            add() {
                curl -sf -H 'Content-Type: application/json' "$url/control/add_photos" \\
                    -d '{"folder": "/new", "count": 1}' >/dev/null || fail "the stub has ended"
            }
            figures() {  # descriptors, threads, and KiB of memory
                echo "$(ls /proc/$watch/fd | wc -l) $(ls /proc/$watch/task | wc -l)" \\
                    "$(awk '/VmRSS/ {print $2}' /proc/$watch/status)"
            }
            await 3
            runs() { grep -c synced events; }
            within() {  # SECONDS until a command succeeds
                local end=$((SECONDS + $1)); shift
                until "$@"; do [ $SECONDS -lt $end ] || return 1; sleep 0.1; done
            }
            within 60 grep -q waiting events || fail "the watch does not wait"
            if ip link add net0 type veth peer name net1; then
                # The wait lasts for minutes, but a network that arrives starts a run.
                former=$(runs)
                has_run() { [ "$(runs)" -gt "$former" ]; }
                ip addr add 10.9.8.7/24 dev net0
                ip link set net1 up; ip link set net0 up
                ip route add default via 10.9.8.1
                within 10 has_run || fail "no run after the arrival of a network"
            fi
            count=3 first=
            for round in $(seq "$ROUNDS"); do
                ip link set lo down
                kill -USR1 $watch  # a run that reaches no server
                sleep "$SECONDS_DOWN"
                ip link set lo up
                add; count=$((count + 1)); await $count
                kill -STOP $watch
                add; count=$((count + 1))
                sleep "$SECONDS_DOWN"
                kill -CONT $watch; await $count
                [ -n "$first" ] || first=$(figures)
            done
            read -r files threads memory <<<"$first"
            has_not_grown() {
                read -r last_files last_threads last_memory <<<"$(figures)"
                [ $last_files -le $((files + 2)) ] && [ $last_threads -le $((threads + 2)) ] &&
                    [ $last_memory -le $((memory + 32768)) ]
            }
            # A run that is in progress has connections, which it closes.
            within 60 has_not_grown; grown=$?
            echo "after $ROUNDS rounds: descriptors $files to $last_files," \\
                "threads $threads to $last_threads, memory $memory to $last_memory KiB"
            [ $grown = 0 ] || fail "the watch has grown"
            kill -TERM $watch; wait $watch; [ $? = 143 ] || fail "the signal did not end the watch"
            watch=
            """
    }
}
