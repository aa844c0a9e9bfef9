import Foundation

/// Compares downloads of originals with rclone and curl, and their verification with sha256sum.
///
/// The folders of a round are removed after it. For a trial, `BENCH_ORIGINALS_PHOTOS` sets the
/// number of photos (10,000), and `BENCH_ORIGINALS_MIB` the size of the large files (1,024).
extension Suite {
    static let originals = Suite(name: "originals") { harness in
        let bench = try OriginalsBench()
        defer { bench.removeFiles() }
        try await bench.photos(&harness)
        try await bench.largeFiles(&harness)
    }
}

private struct OriginalsBench {
    private static let largeFiles = 4

    private let program = Places.repository.appending(path: ".build/release/photopark").path
    private let photoCount: Int
    private let largeBytes: Int64
    /// The folder on the disk.
    private let disk: URL
    /// The folder in memory, where nothing is synced; `nil` on a system without one.
    private let memory: URL?

    init() throws {
        photoCount = try Self.number("BENCH_ORIGINALS_PHOTOS") ?? 10_000
        largeBytes = Int64(try Self.number("BENCH_ORIGINALS_MIB") ?? 1_024) << 20
        let name = "photopark-bench-\(getpid())"
        disk = FileManager.default.temporaryDirectory.appending(path: name)
        memory =
            access("/dev/shm", W_OK) == 0 ? URL(filePath: "/dev/shm").appending(path: name) : nil
        for place in [disk] + [memory].compactMap(\.self) {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        }
    }

    private static func number(_ variable: String) throws -> Int? {
        guard let text = ProcessInfo.processInfo.environment[variable] else { return nil }
        guard let number = Int(text), number > 0 else {
            throw Failure("\(variable) is not a positive number")
        }
        return number
    }

    func removeFiles() {
        for place in [disk] + [memory].compactMap(\.self) {
            try? FileManager.default.removeItem(at: place)
        }
    }

    // MARK: Photos

    /// Measures generated photos, from one server with TLS, through one proxy.
    func photos(_ harness: inout Harness) async throws {
        let served = disk.appending(path: "served")
        let generated = try Stub(program: program, photos: photoCount)
        _ = try sync(from: generated, to: served, library: fresh())
        try FileManager.default.removeItem(at: served.appending(path: ".photopark"))
        let stub = try Stub(program: program, root: served)
        let front = try TLSFront(before: stub.port, in: disk)
        let relay = try ConnectRelay(before: front)
        try await harness.compare(
            "photos, files a second", .figure(unit: "files/s", lessIsBetter: false), rounds: 3,
            ours: Contender("photopark sync --originals, verified and durable") {
                Double(photoCount) / (try synced(front, relay).seconds)
            },
            peers: Contender("rclone copy --transfers 4") {
                Double(photoCount) / (try copied(front, relay).seconds)
            })
        try await harness.compare(
            "photos, peak memory", .figure(unit: "MiB", lessIsBetter: true), rounds: 1,
            ours: Contender("photopark sync --originals") {
                try synced(front, relay).peakMemory()
            },
            peers: Contender("rclone copy --transfers 4") {
                try copied(front, relay).peakMemory()
            })
        let (folder, library) = (disk.appending(path: "photos"), fresh())
        _ = try sync(from: front, through: relay, to: folder, library: library)
        try await verification(
            "photos, verified MB a second", of: folder, library: library, &harness)
        try FileManager.default.removeItem(at: folder)
    }

    private func synced(_ front: TLSFront, _ relay: ConnectRelay) throws -> Child {
        let folder = disk.appending(path: "round")
        defer { try? FileManager.default.removeItem(at: folder) }
        return try sync(from: front, through: relay, to: folder, library: fresh())
    }

    private func copied(_ front: TLSFront, _ relay: ConnectRelay) throws -> Child {
        let folder = disk.appending(path: "round")
        defer { try? FileManager.default.removeItem(at: folder) }
        let token =
            #"{"access_token":"benchmark","token_type":"bearer","expiry":"2099-01-01T00:00:00Z"}"#
        let child = try Child.run(
            "rclone",
            [
                "copy", "--transfers", "4", "--ca-cert", front.certificate.path, "stub:",
                folder.path,
            ],
            environment: [
                "RCLONE_CONFIG": "/dev/null", "RCLONE_CONFIG_STUB_TYPE": "dropbox",
                "RCLONE_CONFIG_STUB_TOKEN": token, "HTTPS_PROXY": relay.url, "NO_PROXY": "",
            ])
        try expect(photoCount, filesIn: folder)
        return child
    }

    // MARK: Large files

    /// Measures large files from a server without TLS: synced to the disk, and in memory.
    func largeFiles(_ harness: inout Harness) async throws {
        let served = disk.appending(path: "large")
        try FileManager.default.createDirectory(at: served, withIntermediateDirectories: true)
        for number in 0..<Self.largeFiles { try makeFile(number, in: served) }
        let stub = try Stub(program: program, root: served)
        let total = Double(Int64(Self.largeFiles) * largeBytes) / 1e6
        let places = [("synced", disk, true)] + (memory.map { [("not synced", $0, false)] } ?? [])
        for (name, place, isSynced) in places {
            let folder = place.appending(path: "round")
            try await harness.compare(
                "large files, \(name), MB a second", .figure(unit: "MB/s", lessIsBetter: false),
                rounds: 3,
                ours: Contender("photopark sync --originals, verified") {
                    defer { try? FileManager.default.removeItem(at: folder) }
                    return total / (try sync(from: stub, to: folder, library: fresh()).seconds)
                },
                peers: Contender(
                    "curl --parallel, not verified\(isSynced ? ", then sync" : "")"
                ) {
                    defer { try? FileManager.default.removeItem(at: folder) }
                    return total / (try fetched(from: stub, to: folder, syncing: isSynced).seconds)
                })
        }
        let folder = (memory ?? disk).appending(path: "round")
        try await harness.compare(
            "large files, peak memory", .figure(unit: "MiB", lessIsBetter: true), rounds: 1,
            ours: Contender("photopark sync --originals") {
                defer { try? FileManager.default.removeItem(at: folder) }
                return try sync(from: stub, to: folder, library: fresh()).peakMemory()
            },
            peers: Contender("curl --parallel") {
                defer { try? FileManager.default.removeItem(at: folder) }
                return try fetched(from: stub, to: folder, syncing: false).peakMemory()
            })
        let library = fresh()
        _ = try sync(from: stub, to: folder, library: library)
        try await verification(
            "large files, verified MB a second", of: folder, library: library, &harness)
    }

    /// Creates a file of bytes that no two blocks of 4 MiB have in common.
    private func makeFile(_ number: Int, in folder: URL) throws {
        let file = folder.appending(path: "large-\(number).jpg")
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        var block = Data((0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })
        for part in 0..<Int(largeBytes >> 20) {
            withUnsafeBytes(of: Int64(number << 32 | part)) {
                block.replaceSubrange(0..<8, with: $0)
            }
            try handle.write(contentsOf: block)
        }
        try handle.close()
    }

    /// Downloads the large files by curl, all at the same time.
    private func fetched(from stub: Stub, to folder: URL, syncing: Bool) throws -> Child {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let blocks = (0..<Self.largeFiles).map { number in
            let argument = #"{\"path\":\"/large-\#(number).jpg\"}"#
            return """
                url = "\(stub.url)/2/files/download"
                fail
                request = "POST"
                header = "Authorization: Bearer benchmark"
                header = "Content-Type: application/octet-stream"
                header = "Dropbox-API-Arg: \(argument)"
                output = "\(folder.path)/large-\(number).jpg"
                """
        }
        let script = disk.appending(path: "large.curl")
        try Data(blocks.joined(separator: "\nnext\n").utf8).write(to: script)
        let curl = "curl --no-progress-meter --parallel --config '\(script.path)'"
        let child =
            try syncing
            ? Child.run("sh", ["-c", "\(curl) && sync '\(folder.path)'/*"])
            : Child.run("sh", ["-c", "exec \(curl)"])
        try expect(Self.largeFiles, filesIn: folder)
        return child
    }

    // MARK: Verification

    /// Measures `verify` of a folder, and sha256sum of the same files.
    ///
    /// All bytes are in the system's cache before each turn: a verification drops them from it.
    private func verification(
        _ name: String, of folder: URL, library: String, _ harness: inout Harness
    ) async throws {
        let files = try originals(in: folder)
        let bytes = try files.reduce(0.0) { sum, file in
            sum + Double(try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
        }
        let list = disk.appending(path: "files")
        try Data(files.map { $0.path + "\0" }.joined().utf8).write(to: list)
        func warm() throws {
            _ = try Child.run("sh", ["-c", "xargs -0 cat < '\(list.path)' > /dev/null"])
        }
        try await harness.compare(
            name, .figure(unit: "MB/s", lessIsBetter: false), rounds: 3,
            ours: Contender("photopark verify") {
                try warm()
                return bytes / 1e6
                    / (try Child.run(program, ["verify", "--library", library]).seconds)
            },
            peers: Contender("sha256sum") {
                try warm()
                return bytes / 1e6
                    / (try Child.run(
                        "sh", ["-c", "xargs -0 sha256sum < '\(list.path)' > /dev/null"]
                    ).seconds)
            })
    }

    // MARK: Programs

    private func sync(
        from server: any FeedServer, through relay: ConnectRelay? = nil, to folder: URL,
        library: String
    ) throws -> Child {
        let token = server is Stub ? ["--token-command", "echo benchmark"] : []
        return try Child.run(
            program,
            [
                "sync", "--quiet", "--no-thumbnails", "--library", library, "--originals", "--to",
                folder.path,
            ] + server.options + token + (relay.map { ["--proxy", $0.url] } ?? []))
    }

    private func originals(in folder: URL) throws -> [URL] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".jpg") && !$0.hasPrefix(".") }
            .map { folder.appending(path: $0) }
    }

    private func expect(_ count: Int, filesIn folder: URL) throws {
        let found = try originals(in: folder).count
        guard found == count else { throw Failure("\(found) files arrived, not \(count)") }
    }

    /// The path of a library that does not exist yet.
    private func fresh() -> String { disk.appending(path: UUID().uuidString).path }
}
