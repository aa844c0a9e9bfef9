import CommandOptions
import Foundation
import Testing

@testable import WatchFeature

/// The check of the unit of the service manager.
@Suite struct ServiceUnitCheckTests {
    private let home = NSTemporaryDirectory() + "unit-\(UUID().uuidString)"

    /// The results for a user whose unit has these lines.
    private func results(_ lines: String, environment: [String: String] = [:]) throws -> [String] {
        let folder = home + "/.config/systemd/user"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: home) }
        try Data(lines.utf8).write(to: URL(filePath: folder + "/photopark-watch.service"))
        let check = ServiceUnitCheck(environment: ["HOME": home].merging(environment) { $1 })
        let findings = check.blockingFindings(of: DiagnosticSubject(account: nil, library: nil))
        return findings.filter { $0.message.contains(home) }.map { "\($0.result)" }
    }

    @Test func aCompleteUnitIsGood() throws {
        let unit = "[Service]\nType=notify\nExecStart=/bin/sh watch --all\n"
        #expect(try results(unit) == ["installed"])
        #expect(try results(unit, environment: ["NOTIFY_SOCKET": "/run/n"]) == ["running"])
    }

    @Test func aUnitWhoseLinesEndWithAReturnIsGood() throws {
        let unit = "[Service]\r\nType=notify\r\nExecStart=/bin/sh watch --all\r\n"
        #expect(try results(unit) == ["installed"])
    }

    @Test func aUnitWithoutNotificationIsAWarning() throws {
        #expect(try results("Type=simple\nExecStart=/bin/sh watch\n") == ["no-notification"])
    }

    @Test(arguments: ["Type=notify\nExecStart=/nonexistent/photopark watch\n", "", "ExecStart="])
    func aUnitOfAProgramThatIsNotThereIsBad(_ unit: String) throws {
        #expect(try results(unit) == ["no-program"])
    }

    @Test func withoutAUnitNothingIsToBeDone() {
        let check = ServiceUnitCheck(environment: ["HOME": "/nonexistent"])
        let findings = check.blockingFindings(of: DiagnosticSubject(account: nil, library: nil))
        #expect(findings.allSatisfy { !$0.message.contains("/nonexistent") } && !findings.isEmpty)
    }
}
