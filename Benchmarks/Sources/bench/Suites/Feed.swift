import Foundation

/// Compares the whole program with existing clients, over the same stub and the same TLS front.
///
/// This program is timed as a process from start to end; its library is durable at the end. The row
/// that begins with "server" gives the upper limit of the others: the speed of the stub when its
/// answers are not processed.
extension Suite {
    static let feed = Suite(name: "feed") { harness in
        let bench = try FeedBench(photos: 100_000)
        defer { bench.removeFiles() }
        try await bench.listing(&harness)
        try await bench.server(&harness)
        try await bench.memory(&harness)
        try await bench.thumbnails(&harness)
        try await bench.secondSync(&harness)
    }
}

/// The stub, its front, and the clients that use it in turn.
private struct FeedBench {
    private let program = Places.repository.appending(path: ".build/release/photopark").path
    private let python = Places.benchmarks.appending(path: ".build/venv/bin/python").path
    private let photos: Int
    private let folder: URL
    private let stub: Stub
    private let front: TLSFront

    init(photos: Int) throws {
        self.photos = photos
        folder = FileManager.default.temporaryDirectory.appending(
            path: "photopark-bench-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        stub = try Stub(program: program, photos: photos)
        front = try TLSFront(before: stub.port, in: folder)
    }

    func listing(_ harness: inout Harness) async throws {
        try await harness.compare(
            "listing, nodes a second", .figure(unit: "nodes/s", lessIsBetter: false), rounds: 5,
            ours: Contender("photopark sync, durable in SQLite") {
                Double(photos) / (try sync(front, fresh()).seconds)
            },
            peers: Contender("Dropbox's Python client, into memory") {
                let words = try officialClient().output.split(whereSeparator: \.isWhitespace)
                guard words.count == 2, let seconds = Double(words[1]) else {
                    throw Failure("no figure from the Python client")
                }
                return Double(photos) / seconds
            })
    }

    func server(_ harness: inout Harness) async throws {
        let pages = try ListingPages(server: front, in: folder)
        try await harness.compare(
            "server of the listing, nodes a second", .figure(unit: "nodes/s", lessIsBetter: false),
            rounds: 5,
            ours: Contender("curl, pages discarded") {
                Double(photos) / (try pages.fetch())
            },
            peers: Contender("photopark sync, same server") {
                Double(photos) / (try sync(front, fresh()).seconds)
            })
    }

    func memory(_ harness: inout Harness) async throws {
        try await harness.compare(
            "listing, peak memory", .figure(unit: "MiB", lessIsBetter: true), rounds: 3,
            ours: Contender("photopark sync") { try sync(front, fresh()).peakMemory() },
            peers: Contender("Dropbox's Python client") { try officialClient().peakMemory() })
        let million = try Stub(program: program, photos: 1_000_000)
        try await harness.compare(
            "listing, peak memory at 1,000,000 nodes", .figure(unit: "MiB", lessIsBetter: true),
            rounds: 1,
            ours: Contender("photopark sync") { try sync(million, fresh()).peakMemory() },
            peers: Contender("photopark sync at 100,000 nodes") {
                try sync(stub, fresh()).peakMemory()
            })
    }

    /// Measures thumbnails from a server that answers immediately, and from a distant one.
    ///
    /// The distant server takes 250 ms for each batch.
    func thumbnails(_ harness: inout Harness) async throws {
        // The stub keeps this number in memory. More photos would have to be generated, and the row
        // would measure that.
        let count = 4000
        let small = try Stub(program: program, photos: count)
        let listed = fresh()
        _ = try sync(small, listed)
        let batches = try ThumbnailBatches(
            library: listed, program: program, server: small, in: folder)
        func ours() throws -> Double {
            let library = fresh()
            try FileManager.default.copyItem(atPath: listed, toPath: library)
            return Double(count) / (try sync(small, library, thumbnails: true).seconds)
        }
        try await harness.compare(
            "thumbnails, pictures a second", .figure(unit: "pictures/s", lessIsBetter: false),
            rounds: 3,
            ours: Contender("photopark sync, decoded and stored") { try ours() },
            peers: Contender("curl --parallel, responses stored") {
                try Double(count) / batches.fetch()
            })
        try small.delayThumbnails(by: 0.25)
        try await harness.compare(
            "thumbnails from afar, pictures a second",
            .figure(unit: "pictures/s", lessIsBetter: false),
            rounds: 3,
            ours: Contender("photopark sync, decoded and stored") { try ours() },
            peers: Contender("curl --parallel, responses stored") {
                try Double(count) / batches.fetch()
            })
    }

    func secondSync(_ harness: inout Harness) async throws {
        let library = fresh()
        _ = try sync(stub, library)
        try await harness.compare(
            "second sync with nothing changed, requests",
            .figure(unit: "requests", lessIsBetter: true), rounds: 1,
            ours: Contender("photopark sync") {
                let before = try stub.requests()
                _ = try sync(stub, library)
                return Double(try stub.requests() - before)
            },
            peers: Contender("one list_folder/continue") { 1 })
    }

    func removeFiles() { try? FileManager.default.removeItem(at: folder) }

    /// The path of a library that does not exist yet.
    private func fresh() -> String {
        folder.appending(path: UUID().uuidString).path
    }

    private func sync(_ server: any FeedServer, _ library: String, thumbnails: Bool = false) throws
        -> Child
    {
        try Child.run(
            program,
            ["sync", "--quiet", "--library", library] + server.options
                + (thumbnails ? [] : ["--no-thumbnails"]))
    }

    private func officialClient() throws -> Child {
        try Child.run(
            python,
            [
                Places.benchmarks.appending(path: "Peers/dropbox_listing.py").path,
                front.certificate.path,
            ],
            environment: front.officialClientEnvironment)
    }
}
