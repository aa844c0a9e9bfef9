import Foundation

extension Suite {
    /// The gateway beside a bare libcurl loop in C, URLSession and the curl program, against one nginx worker.
    static let gateway = Suite(name: "gateway") { harness in
        let nginx = try Nginx(files: ["1k": 1_024, "1g": 1 << 30])
        try await GatewayGets.run(&harness, nginx)
        try await GatewayInstructions.run(&harness, nginx)
        try await GatewayTransfers.run(&harness, nginx)
    }
}
