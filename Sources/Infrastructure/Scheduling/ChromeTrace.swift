import Foundation

/// Hops in Chrome's trace event format.
struct ChromeTrace {
    private struct Event: Encodable {
        let name: String
        let cat: String
        let ph: String
        var ts: Double?
        var dur: Double?
        let pid = 1
        let tid: Int
        var args: [String: String]
    }

    private struct Trace: Encodable {
        let traceEvents: [Event]
        let displayTimeUnit = "ns"
    }

    let text: String

    init(hops: [Hop]) {
        let names = Set(hops.map(\.scheduler)).sorted()
        let tracks = Dictionary(uniqueKeysWithValues: zip(names, 1...))
        let titles = names.map { name in
            Event(
                name: "thread_name", cat: "__metadata", ph: "M", tid: tracks[name] ?? 0,
                args: ["name": name])
        }
        let runs = hops.map { hop in
            Event(
                name: hop.activity ?? hop.provenance.map { "\($0.file):\($0.line)" } ?? "task",
                cat: "hop", ph: "X",
                ts: Double(hop.beganAt.nanoseconds) / 1000,
                dur: Double(hop.run.clampedNanoseconds) / 1000,
                tid: tracks[hop.scheduler] ?? 0, args: Self.arguments(of: hop))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let trace = Trace(traceEvents: titles + runs)
        text = (try? encoder.encode(trace)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    private static func arguments(of hop: Hop) -> [String: String] {
        var arguments: [String: String] = [:]
        arguments["posted"] = hop.provenance?.description
        arguments["wait_ns"] = hop.wait.map { "\($0.clampedNanoseconds)" }
        return arguments
    }
}
