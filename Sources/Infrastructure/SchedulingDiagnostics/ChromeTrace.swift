import Scheduling
import TextFormats

/// Recorded runs in Chrome's Trace Event Format.
///
/// A scheduler is a track with a title, a run is a bar on it, and an arrow leads from the place of
/// the post to the run. Marked moments have tracks of their own.
package struct ChromeTrace {
    private var json = JSONWriter(capacity: 64 << 10)

    /// The trace as JSON.
    package var text: String { json.text }

    /// Creates the trace of these runs and moments.
    package init(recordedRuns: [RecordedRun], moments: [RecordedMoment] = []) {
        var tracks = Dictionary(
            recordedRuns.map { ($0.number, $0.scheduler) }, uniquingKeysWith: { name, _ in name })
        var momentTracks: [String: UInt64] = [:]
        for moment in moments where momentTracks[moment.track] == nil {
            let number = (tracks.keys.max() ?? 0) + 1
            momentTracks[moment.track] = number
            tracks[number] = moment.track
        }
        json.object { json in
            // A trace is recognized by this beginning, before another one replaces it.
            json.member("displayTimeUnit", "ns")
            json.array("traceEvents") { json in
                for (track, name) in tracks.sorted(by: { $0.key < $1.key }) {
                    Self.write("M", "thread_name", category: "__metadata", on: track, to: &json) {
                        $0.object("args") { $0.member("name", name) }
                    }
                }
                for run in recordedRuns { Self.write(run, to: &json) }
                for moment in moments {
                    guard let track = momentTracks[moment.track] else { continue }
                    Self.write(
                        "i", moment.name, category: "moment", on: track, at: moment.happenedAt,
                        to: &json
                    ) { $0.member("s", "t") }  // the moment of one track
                }
                for (index, run) in recordedRuns.enumerated() {
                    guard let postedAt = run.postedAt, let origin = run.postedOn,
                        tracks[origin] != nil
                    else { continue }
                    Self.write("s", "post", on: origin, at: postedAt, to: &json) {
                        $0.member("id", index)
                    }
                    Self.write("f", "post", on: run.number, at: run.beganAt, to: &json) {
                        $0.member("id", index)
                        // The arrow ends at the run that encloses this instant.
                        $0.member("bp", "e")
                    }
                }
            }
        }
    }

    private static func write(_ run: RecordedRun, to json: inout JSONWriter) {
        let place = run.provenance.map { "\($0.file):\($0.line)" }
        write("X", run.activity ?? place ?? "task", on: run.number, at: run.beganAt, to: &json) {
            $0.member("dur", microseconds(run.run.clampedNanoseconds))
            $0.object("args") {
                if let posted = run.provenance?.description { $0.member("posted", posted) }
                if let wait = run.wait { $0.member("wait_ns", "\(wait.clampedNanoseconds)") }
            }
        }
    }

    /// Writes an event of the type `phase`, with the members of its type.
    private static func write(
        _ phase: String, _ name: String, category: String = "run", on track: UInt64,
        at time: SchedulerInstant? = nil, to json: inout JSONWriter,
        _ members: (inout JSONWriter) -> Void
    ) {
        json.object { json in
            json.member("ph", phase)
            json.member("name", name)
            json.member("cat", category)
            json.member("pid", 1)
            json.member("tid", track)
            if let time { json.member("ts", microseconds(time.nanoseconds)) }
            members(&json)
        }
    }

    private static func microseconds(_ nanoseconds: some BinaryInteger) -> Double {
        Double(nanoseconds) / 1000
    }
}
