/// The instructions of one small GET, counted in children that perform only GETs.
enum GatewayInstructions {
    static func run(_ harness: inout Harness, _ nginx: Nginx) async throws {
        let address = nginx.url + "/1k"
        let callgrind = Callgrind()
        func instructions(_ task: String) throws -> Double {
            try callgrind.instructions(few: 200, many: 1_200) { count in
                [GatewayChild.role, task, "\(count)", address]
            }
        }
        try await harness.compare(
            "get-1KiB-instructions-of-one", .figure(unit: "instructions", lessIsBetter: true),
            rounds: 1,
            ours: Contender("CurlGateway") { try instructions("gateway") },
            peers: Contender("libcurl multi in C") { try instructions("libcurl") })
    }
}
