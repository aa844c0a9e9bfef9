import WebServer

/// The address of `--metrics`: a port of a loopback address.
struct MetricsAddress: Hashable, Sendable {
    /// Whether the address is ::1 instead of 127.0.0.1.
    let isVersion6: Bool
    /// The port; 0 selects a free one.
    let port: Int

    /// Parses `PORT`, `127.0.0.1:PORT`, `localhost:PORT` or `[::1]:PORT`; `nil` for other texts.
    init?(_ text: String) {
        let hosts = ["127.0.0.1:": false, "localhost:": false, "[::1]:": true]
        let host = hosts.first { text.hasPrefix($0.key) }
        let digits = text.dropFirst(host?.key.count ?? 0)
        guard (1...5).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits),
            port <= 65_535
        else { return nil }
        self.port = port
        isVersion6 = host?.value ?? false
    }

    /// The address with a port.
    func url(port: Int) -> String { "http://\(isVersion6 ? "[::1]" : "127.0.0.1"):\(port)" }
}
