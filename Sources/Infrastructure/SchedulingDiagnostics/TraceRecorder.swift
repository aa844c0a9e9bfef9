import Scheduling
import Synchronization

/// The last runs of each scheduler: the posting line, the wait, the duration and the method called.
///
/// ```swift
/// TraceRecorder.start()
/// defer { TraceRecorder.stop() }
/// …
/// try TraceRecorder.chromeTrace().write(toFile: "trace.json", atomically: true, encoding: .utf8)
/// ```
///
/// Each scheduler has a ring buffer of `capacity` runs, so the memory is bounded: about 100 bytes
/// for each run, and the chain of posts that the run keeps. While the recorder is on, each item
/// costs two reads of the clock and a short lock.
public enum TraceRecorder {
    private static let needs: TraceOptions = [.provenance, .times]

    /// Starts to keep the last `capacity` runs of each scheduler, and discards earlier ones.
    public static func start(capacity: Int = 16_384) {
        precondition(capacity > 0, "the capacity of a recorder must be at least 1")
        SchedulerRecord.install()
        for record in SchedulerRecord.all { record.discardRecordedRuns() }
        if TraceBuffer.capacity.exchange(capacity, ordering: .relaxed) == 0 { Self.needs.begin() }
    }

    /// Stops recording; the runs that are kept stay readable.
    public static func stop() {
        if TraceBuffer.capacity.exchange(0, ordering: .relaxed) > 0 { Self.needs.end() }
    }

    /// The number of runs that each scheduler keeps; 0 while the recorder is off.
    public static var capacity: Int { TraceBuffer.capacity.load(ordering: .relaxed) }

    /// The runs of all live schedulers, in the order in which they began.
    public static var recordedRuns: [RecordedRun] {
        SchedulerRecord.all.flatMap(\.recordedRuns).sorted { $0.beganAt < $1.beganAt }
    }

    /// Returns the runs as a trace in Chrome's format, which Perfetto also reads.
    ///
    /// Each scheduler has a track, and an arrow leads to each run. The format is the JSON object
    /// form of the Trace Event Format (`{"traceEvents": [...]}`), with times in microseconds.
    /// Metadata events (`M`) name the tracks, complete events (`X`) are the runs, and flow events
    /// (`s` and `f`) are the arrows.
    public static func chromeTrace() -> String {
        ChromeTrace(recordedRuns: recordedRuns).text
    }
}
