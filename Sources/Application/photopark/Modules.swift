import AccountFeature
import CommandLineProgram
import CommandOptions
import DuplicatesFeature
import ExportFeature
import FeedFeature
import Foundation
import HistoryFeature
import LiveServices
import OpenFeature
import OriginalsFeature
import ReportFeature
import ServeFeature
import StatsFeature
import StubFeature
import Tracking
import WatchFeature

extension ProgramModules {
    /// The composition root: the modules of this program.
    ///
    /// The order of the features is that of their commands in the help. A feature is a target, an
    /// import, and a line of this list.
    static let all = ProgramModules(
        [
            EventsModule(), MemoryModule(), accounts, usage,
            GatewayModule(
                pacing: DataFolder.pacing.map(StoredPacing.inFile), hiding: { ProgramLog.hide($0) },
                counting: requests),
            LibraryModule(),
            AccountModule(),
            FeedModule(),
            OriginalsModule(),
            HistoryModule(),
            ExportModule(),
            ServeModule(),
            WatchModule(),
            StatsModule(),
            DuplicatesModule(),
            StubModule(),
            ReportModule(version: ProgramVersion.text),
            OpenModule(),
        ], abilities: [.commands, .diagnostics],
        ended: { program, command, status in
            UsageModule.count(command, status?.rawValue, in: program)
        })

    private static let accounts = AccountsModule(
        in: DataFolder.accounts,
        credentialsDirectory: ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"],
        guestDatabase: DataFolder.guestDatabase,
        reporting: { error in
            let report = FailureReport(error)
            StandardError.line(
                "photopark: the time of the last sync is not stored: \(report.message)")
        })

    private static let requests = RequestTally()

    private static let usage = UsageModule(
        settings: DataFolder.usageSettings, unsent: DataFolder.unsentUsage, counting: requests,
        reporting: { error in
            let report = FailureReport(error)
            StandardError.line("photopark: the usage is not counted: \(report.message)")
        })
}
