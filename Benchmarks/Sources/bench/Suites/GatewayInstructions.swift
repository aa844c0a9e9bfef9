import Foundation

/// The instructions of one small GET, counted by valgrind: no neighbour and no hypervisor can change them.
///
/// valgrind runs this program again, as a child that does nothing but GETs, once for few and once for
/// many: the difference is what the requests took, without start and end.
enum GatewayInstructions {
    private static let few = 200
    private static let many = 1_200

    static func run(_ harness: inout Harness, _ nginx: Nginx) async throws {
        let address = nginx.url + "/1k"
        try await harness.compare(
            "get-1KiB-instructions-of-one", .figure(unit: "instructions", lessIsBetter: true),
            rounds: 1,
            ours: Contender("CurlGateway") { try instructions("gateway", address) },
            peers: Contender("libcurl multi in C") { try instructions("libcurl", address) })
    }

    private static func instructions(_ task: String, _ address: String) throws -> Double {
        guard let itself = Bundle.main.executablePath else { throw Failure("who am I?") }
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // valgrind gives up on what Swift says for debuggers: it gets a copy without that.
        let program = folder.appending(path: "bench").path
        _ = try Child.run("strip", ["--strip-debug", "-o", program, itself])
        let counts = try [few, many].map { count in
            let log = folder.appending(path: "log")
            _ = try Child.run(
                "valgrind",
                [
                    "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=\(log.path)",
                    program, GatewayChild.role, task, "\(count)", address,
                ])
            let text = try String(contentsOf: log, encoding: .utf8)
            guard let line = text.split(separator: "\n").first(where: { $0.contains("Collected") }),
                let number = line.split(separator: " ").last, let count = Double(number)
            else { throw Failure("valgrind said no count") }
            return count
        }
        return (counts[1] - counts[0]) / Double(many - few)
    }
}
