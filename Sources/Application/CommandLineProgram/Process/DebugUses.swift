#if DEBUG
    import Foundation
    import Scheduling
    import SchedulingDiagnostics

    /// The record of the routes, events and requests that the features of a debug build use.
    ///
    /// The tests of the program compare it with the pages of the modules. A release build has no
    /// such record.
    package enum DebugUses {
        private static let recorder = Guarded<UseRecorder?>(nil)

        /// Starts the record if `PHOTOPARK_USES` has the path of a file.
        ///
        /// Each new use is added to the file at once, as a line of JSON, so that the record of a
        /// process that is killed is complete.
        ///
        /// - Returns: whether it records.
        @discardableResult
        package static func start(
            environment: [String: String] = ProcessInfo.processInfo.environment
        ) -> Bool {
            guard let path = environment["PHOTOPARK_USES"], !path.isEmpty else { return false }
            let started = UseRecorder { use in
                guard var line = try? JSONEncoder().encode(use) else { return }
                line.append(UInt8(ascii: "\n"))
                append(line, to: path)
            }
            recorder.withLock { $0 = started }
            return true
        }

        /// Adds a line by one write, so that processes with one file do not mix their lines.
        ///
        /// A process without a free descriptor loses the line: it is a record for tests only.
        private static func append(_ line: Data, to path: String) {
            let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else { return }
            defer { close(file) }
            _ = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        }
    }
#endif
