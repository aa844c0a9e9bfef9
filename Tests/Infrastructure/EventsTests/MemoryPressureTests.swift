import Events
import Foundation
import Scheduling
import SchedulingTestKit
import Signals
import Testing

#if os(Linux)
    @Suite("Memory pressure")
    struct MemoryPressureTests {
        /// Files in the forms of the kernel, which a test changes.
        private final class Files {
            let folder = FileManager.default.temporaryDirectory
                .appending(path: "memory-\(UUID().uuidString)")

            init() throws {
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: true)
            }

            deinit { try? FileManager.default.removeItem(at: folder) }

            func write(_ text: String, to name: String) throws {
                try Data(text.utf8).write(to: folder.appending(path: name))
            }

            /// The time that work was stalled, in milliseconds.
            func write(some: Int, full: Int) throws {
                try write(
                    """
                    some avg10=0.00 avg60=0.00 avg300=0.00 total=\(some * 1000)
                    full avg10=0.00 avg60=0.00 avg300=0.00 total=\(full * 1000)

                    """, to: "pressure")
            }

            func writeSystem(availablePercent: Int) throws {
                try write(
                    """
                    MemTotal:       1000000 kB
                    MemFree:          10000 kB
                    MemAvailable:   \(availablePercent * 10000) kB

                    """, to: "meminfo")
            }

            func writeGroup(current: Int, cache: Int, limit: String) throws {
                try write("\(current)\n", to: "memory.current")
                try write("\(limit)\n", to: "memory.max")
                try write("anon 1\ninactive_file \(cache)\n", to: "memory.stat")
            }

            var paths: MemoryPressureFiles {
                func path(_ name: String) -> String { folder.appending(path: name).path }
                return MemoryPressureFiles(
                    pressure: [path("missing"), path("pressure")], group: folder.path,
                    system: path("meminfo"))
            }
        }

        private typealias Level = MemoryPressureChanged.Level

        private let hub = EventHub()
        private let home = VirtualScheduler()
        private let files: Files
        private let tracker = Tracker()

        init() throws {
            files = try Files()
            home.enter {
                hub.receive(MemoryPressureChanged.self, by: tracker, in: .here) {
                    [home] tracker, event in
                    let start = SchedulerInstant(nanoseconds: 0)
                    let second = start.duration(to: home.now) / .seconds(1)
                    tracker.names.append("\(event.level) \(Int(second))")
                }
            }
        }

        private func start() -> SchedulerBound<MemoryPressure> {
            SchedulerBound(on: home) { [hub, paths = files.paths] in
                MemoryPressure(postingTo: hub, home: .here, reading: paths)
            }
        }

        @Test("stalls of a tenth of the time are moderate, and of all work critical")
        func stallsArePressure() throws {
            try files.write(some: 1000, full: 900)
            let pressure = start()
            home.advance(by: .seconds(5))
            #expect(tracker.names.isEmpty, "stalls before the start do not count")
            try files.write(some: 1499, full: 900)
            home.advance(by: .seconds(5))
            #expect(tracker.names.isEmpty)
            try files.write(some: 1999, full: 900)
            home.advance(by: .seconds(5))
            #expect(tracker.names == ["moderate 15"])
            try files.write(some: 2499, full: 1400)
            home.advance(by: .seconds(5))
            #expect(tracker.names == ["moderate 15", "critical 20"], "a rise is posted at once")
            withExtendedLifetime(pressure) {}
        }

        @Test("a level is posted at most every ten seconds, as long as it lasts")
        func levelHasACoolDown() throws {
            try files.writeSystem(availablePercent: 20)
            let pressure = start()
            home.advance(by: .seconds(32))
            #expect(tracker.names == ["moderate 5", "moderate 15", "moderate 25"])
            try files.writeSystem(availablePercent: 10)
            home.advance(by: .seconds(3))
            try files.writeSystem(availablePercent: 20)
            home.advance(by: .seconds(10))
            #expect(tracker.names.suffix(2) == ["critical 35", "moderate 45"])
            try files.writeSystem(availablePercent: 26)
            home.advance(by: .seconds(60))
            #expect(tracker.names.count == 5)
            withExtendedLifetime(pressure) {}
        }

        @Test("the limit of a control group counts, without the files that it can drop")
        func groupLimitIsPressure() throws {
            try files.writeSystem(availablePercent: 1)
            try files.writeGroup(current: 90, cache: 20, limit: "100")
            let pressure = start()
            home.advance(by: .seconds(5))
            #expect(tracker.names.isEmpty, "the system's memory does not count beside a group")
            try files.writeGroup(current: 90, cache: 10, limit: "100")
            home.advance(by: .seconds(5))
            try files.writeGroup(current: 90, cache: 5, limit: "100")
            home.advance(by: .seconds(5))
            #expect(tracker.names == ["moderate 10", "critical 15"])
            try files.writeGroup(current: 90, cache: 5, limit: "max")
            home.advance(by: .seconds(10))
            #expect(tracker.names.last == "critical 25", "without a limit, the system counts")
            withExtendedLifetime(pressure) {}
        }

        @Test("damaged and missing files cause no event, and the release ends the readings")
        func missingFilesAreNoPressure() throws {
            try files.write("some\nfull total=x\n", to: "pressure")
            try files.write("MemTotal: x kB\n", to: "meminfo")
            var pressure = Optional(start())
            home.advance(by: .seconds(60))
            #expect(tracker.names.isEmpty && home.waitingCount == 1)
            withExtendedLifetime(pressure) {}
            pressure = nil
            home.advance(by: .seconds(5))
            #expect(home.waitingCount == 0)
        }

        @Test("the files of this system are read")
        func filesOfThisSystemAreRead() {
            let paths = MemoryPressureFiles.system
            #expect(FileManager.default.isReadableFile(atPath: paths.system))
            #expect(paths.pressure.last == "/proc/pressure/memory")
            let pressure = SchedulerBound(on: home) { [hub] in
                MemoryPressure(postingTo: hub, home: .here)
            }
            home.advance(by: .seconds(20))
            withExtendedLifetime(pressure) {}
        }
    }
#endif
