import Foundation

/// The place, time and versions of a measurement, without which its figures mean little.
struct Circumstances: Codable {
    let date: String
    let machine: String
    let system: String
    let swift: String
    let revision: String
    /// The peers' versions, by package.
    let peers: [String: String]

    /// The circumstances of this run; the script that starts it passes some of them as variables.
    static func now() -> Circumstances {
        let environment = ProcessInfo.processInfo.environment
        return Circumstances(
            date: Date.now.ISO8601Format(),
            machine: "\(processor()), \(ProcessInfo.processInfo.activeProcessorCount) cores",
            system: environment["BENCH_SYSTEM"]
                ?? ProcessInfo.processInfo.operatingSystemVersionString,
            swift: environment["BENCH_SWIFT"] ?? "unknown",
            revision: environment["BENCH_REVISION"] ?? "unknown",
            peers: peerVersions())
    }

    private static func processor() -> String {
        let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model = lines.split(separator: "\n").first { $0.hasPrefix("model name") }
        return model?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
            ?? "unnamed processor"
    }

    private static func peerVersions() -> [String: String] {
        struct Resolved: Decodable {
            struct Pin: Decodable {
                struct State: Decodable { let version: String? }
                let identity: String
                let state: State
            }
            let pins: [Pin]
        }
        guard
            let data = try? Data(contentsOf: Places.benchmarks.appending(path: "Package.resolved")),
            let resolved = try? JSONDecoder().decode(Resolved.self, from: data)
        else { return [:] }
        let peers: Set = ["opencombine", "swift-log", "swift-nio", "async-http-client"]
        return resolved.pins.reduce(into: [:]) { versions, pin in
            if peers.contains(pin.identity) { versions[pin.identity] = pin.state.version }
        }
    }
}
