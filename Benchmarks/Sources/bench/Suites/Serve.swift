import Foundation

/// Compares `photopark serve` with nginx, and its search in libraries of two sizes.
extension Suite {
    static let serve = Suite(name: "serve") { harness in
        let bench = try ServeBench()
        defer { bench.removeFiles() }
        try await bench.thumbnails(&harness)
        try await bench.search(&harness)
    }
}

private struct ServeBench {
    private let program = Places.repository.appending(path: ".build/release/photopark").path
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "photopark-bench-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func removeFiles() { try? FileManager.default.removeItem(at: folder) }

    /// Measures thumbnails from packs, and the same thumbnails as files from nginx.
    ///
    /// The files are those of `photopark gallery`. Both servers get the requests of the same client
    /// over 16 connections.
    func thumbnails(_ harness: inout Harness) async throws {
        let count = 4_000
        let library = try library(count, thumbnails: true)
        let gallery = folder.appending(path: "gallery")
        _ = try Child.run(
            program, ["gallery", "--quiet", "--library", library, "--output", gallery.path])
        let files = try FileManager.default.subpathsOfDirectory(atPath: gallery.path)
            .filter { $0.hasSuffix(".jpg") }.map { "/" + $0 }
        let page = try ServedPage(program: program, library: library)
        let thumbnails = try page.thumbnails()
        guard files.count == thumbnails.count, !files.isEmpty else {
            throw Failure(
                "the gallery has \(files.count) thumbnails, and the page \(thumbnails.count)")
        }
        let nginx = try Nginx(serving: gallery)
        let peer = LoadClient(port: URL(string: nginx.url)?.port ?? 0)
        let ours = page.client
        let (first, second) = (try ours.run(thumbnails), try peer.run(files))
        guard first.bytes == second.bytes else {
            throw Failure("the thumbnails have \(first.bytes) and \(second.bytes) bytes")
        }
        try await harness.compare(
            "thumbnails to 16 connections, pictures a second",
            .figure(unit: "pictures/s", lessIsBetter: false), rounds: 5,
            ours: Contender("photopark serve") { try ours.run(thumbnails).rate },
            peers: Contender("nginx, one worker, files") { try peer.run(files).rate })
        try await harness.compare(
            "thumbnails to 16 connections, 99th percentile",
            .figure(unit: "ms", lessIsBetter: true), rounds: 5,
            ours: Contender("photopark serve") { try ours.run(thumbnails).latency },
            peers: Contender("nginx, one worker, files") { try peer.run(files).latency })
    }

    /// Measures a search that finds nothing, whose words are different each time.
    func search(_ harness: inout Harness) async throws {
        let small = try ServedPage(program: program, library: library(100_000))
        let large = try ServedPage(program: program, library: library(1_000_000))
        var number = 0
        func search(_ page: ServedPage) throws -> Double {
            number += 1
            return try page.milliseconds("/months?q=no-such-name-\(number)")
        }
        try await harness.compare(
            "search of 1,000,000 photos", .figure(unit: "ms", lessIsBetter: true), rounds: 5,
            ours: Contender("photopark serve") { try search(large) },
            peers: Contender("photopark serve, 100,000 photos") { try search(small) })
    }

    /// Returns a new library of a stub's photos.
    private func library(_ photos: Int, thumbnails: Bool = false) throws -> String {
        let stub = try Stub(program: program, photos: photos)
        let library = folder.appending(path: "library-\(photos)").path
        _ = try Child.run(
            program,
            ["sync", "--quiet", "--library", library, "--token-command", "echo benchmark"]
                + stub.options + (thumbnails ? [] : ["--no-thumbnails"]))
        return library
    }
}
