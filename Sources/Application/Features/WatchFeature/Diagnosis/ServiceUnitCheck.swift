import CommandLineProgram
import CommandOptions
import Foundation

/// Checks the unit by which systemd runs `photopark watch`, if one is installed.
struct ServiceUnitCheck: BlockingDiagnosticCheck {
    let name: DiagnosticWord = "service"
    let environment: [String: String]

    private static let user = "photopark-watch.service"
    private static let system = "photopark-watch-system.service"
    private static let longest = 64 << 10

    func blockingFindings(of subject: DiagnosticSubject) -> [DiagnosticFinding] {
        let found = paths.compactMap { path in
            FileManager.default.contents(atPath: path).map { content in
                finding(path, String(decoding: content.prefix(Self.longest), as: UTF8.self))
            }
        }
        if !found.isEmpty { return found }
        return [
            .good(name, "not-installed", "no unit is installed: photopark runs when you start it")
        ]
    }

    /// The folders of systemd's units, the first ones of which precede the others.
    private var paths: [String] {
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let own = home.map {
            ["\($0)/.config/systemd/user", "\($0)/.local/share/systemd/user"]
        }
        let shared = ["/etc/systemd", "/usr/local/lib/systemd", "/usr/lib/systemd"]
        return ((own ?? []) + shared.map { $0 + "/user" }).map { "\($0)/\(Self.user)" }
            + shared.map { "\($0)/system/\(Self.system)" }
    }

    private func finding(_ path: String, _ text: String) -> DiagnosticFinding {
        let program = Self.value("ExecStart", in: text)
            .flatMap { $0.split(separator: " ").first.map(String.init) }
        guard let program, access(program, X_OK) == 0 else {
            return .bad(
                name, "no-program", "the unit \(path) starts a program that is not there",
                advice: "install the unit again with `make install`", status: .cannotCreate)
        }
        guard Self.value("Type", in: text) == "notify" else {
            return .warning(
                name, "no-notification",
                "the unit \(path) has not the type notify, so that systemd cannot see a watch that "
                    + "hangs", advice: "install the unit again with `make install`")
        }
        guard environment["NOTIFY_SOCKET"] == nil else {
            return .good(name, "running", "the unit \(path) is complete, and runs this program")
        }
        return .good(name, "installed", "the unit \(path) is complete")
    }

    /// The last value of a key; `nil` if the unit has none.
    private static func value(_ key: String, in text: String) -> String? {
        // The two characters of `\r\n` are one `Character`.
        text.split { $0 == "\n" || $0 == "\r\n" }.last { $0.hasPrefix("\(key)=") }
            .map { String($0.dropFirst(key.utf8.count + 1)) }
    }
}
