import Foundation

/// The folder of the program among the user's data.
///
/// The data folder follows the XDG Base Directory Specification; on macOS, it is Application
/// Support.
package enum DataFolder {
    /// The path, with `~` for the home folder.
    static var shortPath: String {
        #if os(macOS)
            return "~/Library/Application Support/photopark"
        #else
            let data = ProcessInfo.processInfo.environment["XDG_DATA_HOME"].flatMap {
                $0.hasPrefix("/") ? $0 : nil
            }
            return (data ?? "~/.local/share") + "/photopark"
        #endif
    }

    /// The path.
    package static var path: String { UserPath(shortPath).expanded }

    /// The path of the folder with the accounts.
    package static var accounts: String { UserPath(shortPath).expanded + "/accounts" }

    /// The path of the folder with the reports of errors that are not sent yet.
    package static var reports: String { UserPath(shortPath).expanded + "/reports" }

    /// The path of the guest database, beside the accounts.
    package static var guestDatabase: String { UserPath(shortPath).expanded + "/guest.sqlite" }

    /// The path of the rates that the servers accept, beside the accounts; `nil` for a user without
    /// a home folder, which is not created for them.
    package static var pacing: String? {
        let folder = UserPath(shortPath).expanded
        let home =
            shortPath.hasPrefix("~")
            ? UserPath("~").expanded : (folder as NSString).deletingLastPathComponent
        return FileManager.default.fileExists(atPath: home) ? folder + "/pacing.json" : nil
    }

    /// The path of the setting of the usage tracking, beside the accounts.
    package static var usageSettings: String { UserPath(shortPath).expanded + "/usage.json" }

    /// The path of the folder with the events of the usage that are not sent yet.
    package static var unsentUsage: String { UserPath(shortPath).expanded + "/usage" }
}
