import AccountFeature
import CommandLineProgram
import CommandOptions
import FeedFeature
import Foundation
import LiveServices
import OpenFeature
import ReportFeature
import StubFeature

extension ProgramModules {
    /// The composition root: the modules of this program.
    ///
    /// The order of the features is that of their commands in the help. A feature is a target, an
    /// import, and a line of this list.
    static let all = ProgramModules(
        [
            accounts, GatewayModule(), LibraryModule(),
            AccountModule(),
            FeedModule(),
            StubModule(),
            ReportModule(),
            OpenModule(),
        ], abilities: [.commands])

    private static let accounts = AccountsModule(
        in: DataFolder.accounts,
        credentialsDirectory: ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"])
}
