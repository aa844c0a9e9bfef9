public import Scheduling
import Signals

#if canImport(Darwin)
    import Dispatch
#endif

/// Posts `MemoryPressureChanged` to a hub while memory runs short.
///
/// ```swift
/// let pressure = SchedulerBound(on: business) { home in
///     MemoryPressure(postingTo: hub, home: home)
/// }
/// ```
///
/// On Linux it reads the kernel's figures every 5 seconds: the time for which work was stalled by a
/// lack of memory, and the memory in use. On Apple platforms the system reports the pressure. While
/// the pressure lasts, the event is posted at most every 10 seconds; a rise from moderate to
/// critical is posted immediately.
///
/// It belongs to one scheduler, and ends with its release. A reading of the
/// files takes some tens of microseconds.
@Schedulable
public final class MemoryPressure {
    /// The time between two events of one level.
    public static let coolDown = Duration.seconds(10)
    /// The time between two readings.
    public static let interval = Duration.seconds(5)

    private let hub: EventHub
    private let scheduler: any Scheduler
    private var gauge: MemoryGauge
    private var readings: RepeatingWork?
    private var last: (level: MemoryPressureChanged.Level, moment: SchedulerInstant)?
    #if canImport(Darwin)
        private var source: (any DispatchSourceMemoryPressure)?
    #endif

    /// Starts to observe the memory.
    ///
    /// - Parameters:
    ///   - hub: receives the events.
    ///   - home: the caller's scheduler, on which the memory is observed.
    ///   - files: the files to read; by default those of the system.
    public init(
        postingTo hub: EventHub, home: SchedulerIsolation, reading files: MemoryPressureFiles? = nil
    ) {
        self.hub = hub
        scheduler = home.scheduler(for: "MemoryPressure")
        gauge = MemoryGauge(files ?? .system, at: scheduler.now)
        #if canImport(Darwin)
            if files == nil { return observeSystem() }
        #endif
        readings = scheduler.scheduleConfined(every: Self.interval) { [weak self] in self?.read() }
    }

    deinit {
        checkScheduler(.release)
        readings?.cancel()
    }

    private func read() {
        if let level = gauge.read(at: scheduler.now) { post(level) }
    }

    /// Posts a level, unless it has been posted within the cool-down.
    private func post(_ level: MemoryPressureChanged.Level) {
        let now = scheduler.now
        if let last, level <= last.level, last.moment.duration(to: now) < Self.coolDown { return }
        last = (level, now)
        hub.post(MemoryPressureChanged(level: level))
    }

    #if canImport(Darwin)
        private func observeSystem() {
            let source = DispatchSource.makeMemoryPressureSource(eventMask: [.warning, .critical])
            let report = IsolatedBox(
                { [weak self] (level: MemoryPressureChanged.Level) in self?.post(level) },
                of: scheduler)
            let scheduler = scheduler
            source.setEventHandler { [weak source] in
                let isCritical = source?.data.contains(.critical) == true
                scheduler.schedule {
                    report.contentOnScheduler?(isCritical ? .critical : .moderate)
                }
            }
            source.activate()
            self.source = source
        }
    #endif
}
