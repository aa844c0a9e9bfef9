import CBuildStamp
import CommandLineProgram
import CurlGateway
import SQLitePersistence
import TextFormats

/// The version of the program, of its build, and of the system's libraries that it uses.
enum ProgramVersion {
    private static let number = "0.1.0"

    /// The commit of a build by `Scripts/build-release`; `unknown` for any other build.
    private static var commit: String { stamp(cbs_commit()) ?? "unknown" }

    /// The date of that commit, or of `SOURCE_DATE_EPOCH`; `nil` for any other build.
    private static var date: String? { stamp(cbs_date()) }

    /// The text of `--version`; its first line is the number alone.
    static var text: String {
        let tls = CurlLibraries.tls.map { ", \($0)" } ?? ""
        return """
            \(number)
            commit \(commit)\(date.map { " (\($0))" } ?? "")
            libcurl \(CurlLibraries.libcurl), SQLite \(SQLiteLibrary.version)\(tls)
            """
    }

    /// The text of `--version --json`: one object.
    static var json: String {
        JSONWriter.line { json in
            json.member("version", number)
            json.member("commit", commit)
            json.member("date", date)
            json.member("libcurl", CurlLibraries.libcurl)
            json.member("sqlite", SQLiteLibrary.version)
            json.member("tls", CurlLibraries.tls)
        }
    }

    /// Whether a command line asks for the object; the parser accepts `--version` only.
    static func isWantedAsJSON(by arguments: [String]) -> Bool {
        arguments.count == 2 && Set(arguments) == ["--version", "--json"]
    }

    private static func stamp(_ text: UnsafePointer<CChar>?) -> String? {
        text.map { String(cString: $0) }
    }
}
