import Foundation
import Scheduling

/// Recorded runs in Chrome's Trace Event Format.
struct ChromeTrace {
    private struct Event: Encodable {
        let name: String
        let cat: String
        let ph: String
        var ts: Double?
        var dur: Double?
        let pid = 1
        let tid: UInt64
        /// The identifier that connects the two ends of an arrow.
        var id: Int?
        /// The binding point of an arrow's end; `e` is the event that encloses it.
        var bp: String?
        var args: [String: String]?
    }

    private struct Trace: Encodable {
        let traceEvents: [Event]
        let displayTimeUnit = "ns"
    }

    let text: String

    init(recordedRuns: [RecordedRun]) {
        let tracks = Dictionary(
            recordedRuns.map { ($0.number, $0.scheduler) }, uniquingKeysWith: { name, _ in name })
        let titles = tracks.sorted { $0.key < $1.key }.map { track, name in
            Event(name: "thread_name", cat: "__metadata", ph: "M", tid: track, args: ["name": name])
        }
        let arrows = recordedRuns.enumerated().flatMap { index, run -> [Event] in
            guard let postedAt = run.postedAt, let origin = run.provenance?.scheduler,
                tracks[origin] != nil
            else { return [] }
            return [
                Event(
                    name: "post", cat: "run", ph: "s", ts: Self.time(postedAt), tid: origin,
                    id: index),
                Event(
                    name: "post", cat: "run", ph: "f", ts: Self.time(run.beganAt), tid: run.number,
                    id: index, bp: "e"),
            ]
        }
        let runs = recordedRuns.map { run in
            Event(
                name: run.activity ?? run.provenance.map { "\($0.file):\($0.line)" } ?? "task",
                cat: "run", ph: "X",
                ts: Self.time(run.beganAt),
                dur: Double(run.run.clampedNanoseconds) / 1000,
                tid: run.number, args: Self.arguments(of: run))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let trace = Trace(traceEvents: titles + runs + arrows)
        text = (try? encoder.encode(trace)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    private static func time(_ moment: SchedulerInstant) -> Double {
        Double(moment.nanoseconds) / 1000
    }

    private static func arguments(of run: RecordedRun) -> [String: String] {
        var arguments: [String: String] = [:]
        arguments["posted"] = run.provenance?.description
        arguments["wait_ns"] = run.wait.map { "\($0.clampedNanoseconds)" }
        return arguments
    }
}
