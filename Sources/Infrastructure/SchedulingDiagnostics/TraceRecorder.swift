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
/// for each run, and the chain of posts that the run keeps.
/// While the recorder is on, each item costs two reads of the clock and a short lock.
///
/// `mark` adds other moments, such as the start of a service.
public enum TraceRecorder {
    private static let needs: TraceOptions = [.provenance, .times]
    private static let moments = Guarded(TraceBuffer<RecordedMoment>())

    /// Starts to keep the last `capacity` runs of each scheduler and as many marked moments, and
    /// discards earlier ones.
    public static func start(capacity: Int = 16_384) {
        precondition(capacity > 0, "the capacity of a recorder must be at least 1")
        SchedulerRecord.install()
        for record in SchedulerRecord.all { record.discardRecordedRuns() }
        moments.withLock { $0 = TraceBuffer() }
        if TraceCapacity.current.exchange(capacity, ordering: .relaxed) == 0 { Self.needs.begin() }
    }

    /// Stops recording; the runs that are kept stay readable.
    public static func stop() {
        if TraceCapacity.current.exchange(0, ordering: .relaxed) > 0 { Self.needs.end() }
    }

    /// The number of runs that each scheduler keeps; 0 while the recorder is off.
    public static var capacity: Int { TraceCapacity.current.load(ordering: .relaxed) }

    /// Records that something happened now, on a track of the trace; may be called on any thread.
    ///
    /// ```swift
    /// TraceRecorder.mark("the cache was emptied", on: "cache")
    /// ```
    ///
    /// While the recorder is off, it costs one read and does not make the text.
    public static func mark(_ name: @autoclosure () -> String, on track: String) {
        guard capacity > 0 else { return }
        let moment = RecordedMoment(name(), on: track, at: .monotonicNow)
        moments.withLock { $0.append(moment) }
    }

    /// The marked moments, in the order of their recording.
    public static var recordedMoments: [RecordedMoment] { moments.withLock { $0.elements } }

    /// The runs of all live schedulers, in the order in which they began.
    public static var recordedRuns: [RecordedRun] {
        SchedulerRecord.all.flatMap(\.recordedRuns).sorted { $0.beganAt < $1.beganAt }
    }

    /// Returns the runs as a trace in Chrome's format, which Perfetto also reads.
    ///
    /// Each scheduler has a track, and an arrow leads to each run. The format is the JSON object
    /// form of the Trace Event Format (`{"traceEvents": [...]}`), with times in microseconds.
    /// Metadata events (`M`) name the tracks, complete events (`X`) are the runs, and flow events
    /// (`s` and `f`) are the arrows. Instant events (`i`) are the marked moments.
    public static func chromeTrace() -> String {
        ChromeTrace(recordedRuns: recordedRuns, moments: recordedMoments).text
    }
}
