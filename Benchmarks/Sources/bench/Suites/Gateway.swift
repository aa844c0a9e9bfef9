import Foundation

extension Suite {
    /// Compares the gateway with a libcurl loop in C, URLSession, AsyncHTTPClient and curl.
    ///
    /// The server is an nginx with one worker.
    static let gateway = Suite(name: "gateway") { harness in
        let nginx = try Nginx(files: ["1k": 1_024, "1g": 1 << 30])
        try await GatewayGets.run(&harness, nginx)
        try await GatewayInstructions.run(&harness, nginx)
        try await GatewayTransfers.run(&harness, nginx)
    }
}
