import Foundation

/// Compares mirrors of WebDAV servers that others wrote with `rclone lsjson -R`.
///
/// `BENCH_WEBDAV_FOLDERS` sets the number of folders, each with 100 files, for a trial; it is 1,000
/// by default.
extension Suite {
    static let webdav = Suite(name: "webdav") { harness in
        let bench = try WebDAVBench()
        defer { bench.removeFiles() }
        for server in ["apache", "nginx"] {
            try await bench.listing(on: server, &harness)
        }
        try await bench.secondRuns(&harness)
    }
}

private struct WebDAVBench {
    private static let filesOfFolder = 100

    private let program = Places.repository.appending(path: ".build/release/photopark").path
    private let folders: Int
    private let place: URL
    private let served: URL
    /// The file with the password, which no server of this suite compares.
    private let password: URL

    /// Creates the files, whose contents differ in length.
    init() throws {
        let text = ProcessInfo.processInfo.environment["BENCH_WEBDAV_FOLDERS"]
        folders = text.flatMap { Int($0) } ?? 1_000
        guard folders > 0 else { throw Failure("BENCH_WEBDAV_FOLDERS is not a number of folders") }
        place = FileManager.default.temporaryDirectory.appending(
            path: "photopark-bench-\(getpid())")
        served = place.appending(path: "served")
        password = place.appending(path: "password")
        try FileManager.default.createDirectory(at: served, withIntermediateDirectories: true)
        try Data("any\n".utf8).write(to: password)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: password.path)
        for folder in 0..<folders {
            let path = served.appending(path: "\(folder / 32)/\(folder)")
            try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
            for file in 0..<Self.filesOfFolder {
                let content = Data(repeating: UInt8(ascii: "x"), count: 1 + file)
                try content.write(to: path.appending(path: "IMG_\(folder)_\(file).jpg"))
            }
        }
    }

    private var files: Int { folders * Self.filesOfFolder }

    func removeFiles() { try? FileManager.default.removeItem(at: place) }

    /// Measures the first run, whose library is durable at the end, and the memory of both.
    func listing(on name: String, _ harness: inout Harness) async throws {
        let server = try WebDAVServer(name, on: served, log: log(name))
        try await harness.compare(
            "\(name), listing, files a second", .figure(unit: "files/s", lessIsBetter: false),
            rounds: 3,
            ours: Contender("photopark sync, durable in SQLite") {
                Double(files) / (try sync(server, fresh()).seconds)
            },
            peers: Contender("rclone lsjson -R, to a pipe") {
                Double(files) / (try list(server).seconds)
            })
        try await harness.compare(
            "\(name), listing, peak memory", .figure(unit: "MiB", lessIsBetter: true), rounds: 1,
            ours: Contender("photopark sync") { try sync(server, fresh()).peakMemory() },
            peers: Contender("rclone lsjson -R") { try list(server).peakMemory() })
    }

    /// Counts the requests of runs without a change.
    ///
    /// nginx has no tags of folders that change with everything below. The stub has them, as
    /// Nextcloud does; one change deep below shows it to the program.
    func secondRuns(_ harness: inout Harness) async throws {
        let requests = log("nginx-second")
        let server = try WebDAVServer("nginx", on: served, log: requests)
        let library = fresh()
        _ = try sync(server, library)
        try await harness.compare(
            "nginx, second run with nothing changed, requests",
            .figure(unit: "requests", lessIsBetter: true), rounds: 1,
            ours: Contender("photopark sync") {
                try requestCount(requests) { _ = try sync(server, library) }
            },
            peers: Contender("rclone lsjson -R") {
                try requestCount(requests) { _ = try list(server) }
            })
        let stub = try Stub(program: program, photos: files, isWebDAV: true)
        let other = fresh()
        _ = try sync(stub.url, other)
        try stub.change("/Photos/0/IMG_0000001.jpg")
        _ = try sync(stub.url, other)
        try await harness.compare(
            "tags that propagate, second run with nothing changed, requests",
            .figure(unit: "requests", lessIsBetter: true), rounds: 1,
            ours: Contender("photopark sync") {
                let before = try stub.requests()
                _ = try sync(stub.url, other)
                return Double(try stub.requests() - before)
            },
            peers: Contender("one PROPFIND") { 1 })
    }

    // MARK: Programs

    private func sync(_ server: WebDAVServer, _ library: String) throws -> Child {
        try sync(server.url, library)
    }

    private func sync(_ address: String, _ library: String) throws -> Child {
        try Child.run(
            program,
            [
                "sync", "--quiet", "--no-thumbnails", "--library", library, "--provider", "webdav",
                "--endpoint", address, "--user", "ada", "--token-file", password.path,
            ])
    }

    private func list(_ server: WebDAVServer) throws -> Child {
        try Child.run(
            "rclone",
            [
                "lsjson", "-R", "--config", place.appending(path: "rclone.conf").path,
                "--webdav-url", server.url, ":webdav:",
            ])
    }

    /// Returns the number of requests that a server logs during `body`.
    private func requestCount(_ log: URL, _ body: () throws -> Void) throws -> Double {
        func lines() throws -> Int {
            try Data(contentsOf: log).count { $0 == UInt8(ascii: "\n") }
        }
        let before = try lines()
        try body()
        return Double(try lines() - before)
    }

    private func log(_ name: String) -> URL { place.appending(path: "\(name).log") }

    /// The path of a library that does not exist yet.
    private func fresh() -> String { place.appending(path: UUID().uuidString).path }
}
