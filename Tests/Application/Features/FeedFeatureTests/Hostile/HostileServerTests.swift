import Foundation
import ProgramTestKit
import Scheduling
import SchedulingTestKit
import StubServers
import Testing

extension WholeProgram {
    /// The program against a server that spoils its answers in every way that the protocol's
    /// grammar offers: each case says how it ends, how long it takes at most, how much memory, and
    /// what becomes of the library.
    @Suite struct HostileServerTests {
        private static let token = "canary-4711.AF_kQ9zr-MzE5NTg0Q"
        /// In KiB, above what an honest run takes.
        private static let memory = 64 << 10
        private static let longest = 30.0
        /// Every eleventh case, unless the full load is requested.
        private static let cases =
            FullLoad.isRequested
            ? Hostility.all
            : stride(from: 0, to: Hostility.all.count, by: 11).map { Hostility.all[$0] }

        @Test func thereAreCasesEnough() {
            #expect(Hostility.all.count >= 800)
            #expect(Set(Hostility.all.map(\.name)).count == Hostility.all.count)
        }

        @Test func everyHostilityEndsInTimeWithItsCodeAndAWholeLibrary() async throws {
            let table = Table(Self.cases)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<2 {
                    group.addTask {
                        let bench = try await Bench(worker, token: Self.token)
                        while let hostility = table.next() {
                            for complaint in try await bench.judge(hostility) {
                                table.complain("\(hostility.name): \(complaint)")
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let complaints = table.complaints
            #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
        }

        /// The cases, for two who take one after another.
        private final class Table: Sendable {
            private let cases: [Hostility]
            private let state = Guarded((taken: 0, complaints: [String]()))

            init(_ cases: [Hostility]) { self.cases = cases }

            var complaints: [String] { state.withLock { $0.complaints } }

            func next() -> Hostility? {
                state.withLock { state in
                    guard state.taken < cases.count else { return nil }
                    defer { state.taken += 1 }
                    return cases[state.taken]
                }
            }

            func complain(_ complaint: String) {
                state.withLock { $0.complaints.append(complaint) }
            }
        }

        /// A stub, the hostile server before it, and a library that was prepared once.
        private final class Bench: Sendable {
            private let play: Playground
            private let server: HostileServer
            private let token: String
            private let before: [String: String]
            /// The items of the stub.
            private let all: [String: String]
            private let honestPeak: Int

            init(_ number: Int, token: String) async throws {
                self.token = token
                play = try await Playground(photos: 6)
                server = try HostileServer(before: Int(play.endpoint.split(separator: ":")[2]) ?? 0)
                let library = play.path("prepared")
                let launcher = Launcher(server, token: token)
                let prepared = try await launcher.sync(library)
                try #require(prepared.status == 0, "\(prepared.errors)")
                honestPeak = prepared.peak
                before = try await Self.items(in: library)
                // The new photos for the run of every case.
                try play.stub.apply(.addPhotos(folder: "/Camera Uploads", count: 3))
                let whole = play.path("whole")
                let honest = try await launcher.sync(whole)
                try #require(honest.status == 0, "\(honest.errors)")
                all = try await Self.items(in: whole)
                try #require(all.count == before.count + 3)
            }

            /// Runs the program against a spoiled server, and says what is wrong with how it ended.
            func judge(_ hostility: Hostility) async throws -> [String] {
                let library = play.path("case")
                try? FileManager.default.removeItem(atPath: library)
                if !hostility.isFirstRun {
                    try FileManager.default.copyItem(
                        atPath: play.path("prepared"), toPath: library)
                }
                server.begin(hostility)
                // A credential that the library has not seen makes the program ask whose it is.
                let token = hostility.route == Hostility.account ? token + "new" : token
                let end = try await Launcher(server, token: token).sync(library, hostility.options)
                server.begin(nil)
                var complaints: [String] = []
                if !hostility.ends.contains(end.status) {
                    complaints.append("exit code \(end.status), \(end.errors.prefix(300))")
                }
                if end.seconds > HostileServerTests.longest {
                    complaints.append("it took \(end.seconds) s")
                }
                if end.peak > honestPeak + HostileServerTests.memory {
                    complaints.append("\(end.peak) KiB instead of \(honestPeak)")
                }
                let text = end.output + end.errors
                if text.contains(token) || text.contains("canary") {
                    complaints.append("it shows the token: \(text.prefix(300))")
                }
                if text.unicodeScalars.contains(where: { $0.value < 32 && $0 != "\n" }) {
                    complaints.append("it shows control characters")
                }
                if end.errors.utf8.count > 2_000 {
                    complaints.append("\(end.errors.utf8.count) bytes of errors")
                }
                complaints += try await state(of: library, after: hostility, end.status)
                if hostility.isRepairable(after: end.status) {
                    complaints += try await repair(library)
                }
                return complaints
            }

            /// Returns the faults of the library.
            ///
            /// A refused page changes nothing, and no earlier item is lost or replaced.
            private func state(
                of library: String, after hostility: Hostility, _ status: Int32
            ) async throws -> [String] {
                let before = hostility.isFirstRun ? [:] : self.before
                let after = try await Self.items(in: library)
                let lost = before.keys.filter { after[$0] != before[$0] }
                if !lost.isEmpty { return ["\(lost.count) items are lost or changed"] }
                // The pages come before the thumbnails.
                let concernsPages = ![Hostility.thumbnails, Hostility.media]
                    .contains(hostility.route)
                if concernsPages, status != 0, status != 3, after.count != before.count {
                    return ["an answer that was refused added \(after.count - before.count) items"]
                }
                return []
            }

            /// Runs the program against the honest server; returns how the library differs from it.
            private func repair(_ library: String) async throws -> [String] {
                let end = try await Launcher(server, token: token).sync(library)
                guard end.status == 0 else {
                    return ["the honest run ended with \(end.status), \(end.errors.prefix(300))"]
                }
                let items = try await Self.items(in: library)
                return items == all ? [] : ["after the honest run, the library is not the server's"]
            }

            /// The items of a library: each id with what does not depend on its thumbnail.
            private static func items(in library: String) async throws -> [String: String] {
                let outcome = try await Program.run("feed", "--json", "--library", library)
                // A first run that was refused may have made no library.
                guard outcome.status != 66 else { return [:] }
                guard outcome.status == 0 else { return ["unreadable": outcome.errors] }
                var items: [String: String] = [:]
                for line in outcome.lines {
                    let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                    guard let item = object as? [String: Any], let id = item["id"] as? String
                    else { continue }
                    items[id] = "\(item["path"] ?? "") \(item["size"] ?? "") \(item["rev"] ?? "")"
                }
                return items
            }
        }
    }
}

/// Starts the program by way of a small process, so that the peak memory that the kernel reports is
/// the program's own, and not that of the process which starts it.
private struct Launcher {
    struct End {
        let status: Int32
        let seconds: Double
        /// KiB.
        let peak: Int
        let output: String
        let errors: String
    }

    private static let script = """
        import json, resource, subprocess, sys, time
        start = time.monotonic()
        try:
            child = subprocess.run(sys.argv[1:], capture_output=True, timeout=120)
            status, output, errors = child.returncode, child.stdout, child.stderr
        except subprocess.TimeoutExpired as expired:
            status, output, errors = 124, expired.stdout or b"", expired.stderr or b""
        print(json.dumps({
            "status": status if status >= 0 else 128 - status,
            "seconds": time.monotonic() - start,
            "peak": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss,
            "output": output.decode(errors="replace"), "errors": errors.decode(errors="replace")}))
        """

    private let server: HostileServer
    private let token: String

    init(_ server: HostileServer, token: String) {
        self.server = server
        self.token = token
    }

    func sync(_ library: String, _ options: [String] = []) async throws -> End {
        let command = [
            "-c", Self.script, Program.path, "sync", "--library", library, "--endpoint",
            "http://127.0.0.1:\(server.port)", "--token-command", "echo \(token)",
        ]
        let arguments = command + options
        return try await onThreadOfItsOwn {
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["python3"] + arguments
            process.environment = Program.environment
            process.standardOutput = output
            process.standardInput = FileHandle.nullDevice
            try process.runReceivingSignals()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
            return End(
                status: Int32(object?["status"] as? Int ?? -1),
                seconds: object?["seconds"] as? Double ?? .infinity,
                peak: object?["peak"] as? Int ?? .max,
                output: object?["output"] as? String ?? "",
                errors: object?["errors"] as? String ?? "")
        }
    }
}
