import Foundation
import PhotoFeed
import ProgramTestKit
import Testing

@testable import WatchFeature

/// The messages to a service manager.
@Suite struct ServiceNotifierTests {
    private func path() -> String {
        FileManager.default.temporaryDirectory.appending(path: "notify-\(UUID().uuidString)").path
    }

    @Test func aMessageIsALineInADatagram() async throws {
        let path = path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let socket = try NotifySocket(path)
        let notifier = try #require(ServiceNotifier(environment: ["NOTIFY_SOCKET": path]))
        notifier.send("STATUS", "a\nREADY=1")
        notifier.send("STATUS", "a\r\nREADY=1\r.")
        notifier.send("READY", "1")
        #expect(try await socket.message() == "STATUS=a READY=1")
        #expect(try await socket.message() == "STATUS=a  READY=1 .")
        #expect(try await socket.message() == "READY=1")
    }

    #if os(Linux)
        @Test func anAbstractNameBeginsWithAnAtSign() async throws {
            let name = "@photopark-\(UUID().uuidString)"
            let socket = try NotifySocket(name)
            let notifier = try #require(ServiceNotifier(environment: ["NOTIFY_SOCKET": name]))
            notifier.send("READY", "1")
            #expect(try await socket.message() == "READY=1")
        }
    #endif

    @Test func aServiceManagerThatIsGoneIsNoProblem() throws {
        let notifier = try #require(ServiceNotifier(environment: ["NOTIFY_SOCKET": path()]))
        notifier.send("READY", "1")
    }

    @Test(arguments: [nil, "", "relative", "vsock:2:1", "/" + String(repeating: "a", count: 200)])
    func otherAddressesAreNotUsed(_ name: String?) {
        #expect(ServiceNotifier(environment: name.map { ["NOTIFY_SOCKET": $0] } ?? [:]) == nil)
    }

    @Test(
        arguments: [
            (nil, nil, nil), ("20000000", nil, .seconds(10)), ("20000000", "7", .seconds(10)),
            ("20000000", "8", nil), ("0", nil, nil), ("soon", nil, nil),
        ] as [(String?, String?, Duration?)])
    func theIntervalIsHalfOfTheLimitOfThisProcess(
        _ time: String?, _ process: String?, _ interval: Duration?
    ) throws {
        var environment = ["NOTIFY_SOCKET": "/nonexistent"]
        environment["WATCHDOG_USEC"] = time
        environment["WATCHDOG_PID"] = process
        let notifier = try #require(ServiceNotifier(environment: environment, process: 7))
        #expect(notifier.watchdogInterval == interval)
    }

    @Test func aProgramIsReadyWhenEachFirstRunIsOver() {
        var status = WatchStatus()
        #expect(!status.isReady)
        status.begin(["a", "b"])
        #expect(status.text == "2 syncing; 0 items")
        status.take(.waiting, of: "a")
        #expect(!status.isReady)
        status.take(.notice(.offline("no network")), of: "b")
        #expect(status.isReady)
        #expect(status.text == "1 waiting, 1 offline; 0 items")
        status.take(.running, of: "b")
        #expect(status.isReady)
        status.begin(["a"])
        #expect(status.text == "syncing; 0 items")
        #expect(status.isReady)
    }

    /// Only the first failure of several is a notice.
    @Test(
        arguments: [
            (.transient("no network"), .offline("no network"), "offline; 0 items"),
            (.locked, .locked, "locked; 0 items"),
        ] as [(FeedWatch.WatchFailure, FeedWatch.Notice, String)])
    func aLibraryIsNotSyncingAfterAnotherRunThatHasFailed(
        _ failure: FeedWatch.WatchFailure, _ notice: FeedWatch.Notice, _ text: String
    ) {
        var status = WatchStatus()
        status.begin(["a"])
        status.take(.runFailed(failure), of: "a")
        status.take(.notice(notice), of: "a")
        status.take(.running, of: "a")
        #expect(status.text == "syncing; 0 items")
        status.take(.runFailed(failure), of: "a")
        #expect(status.text == text)
    }

    /// The unit files of the repository, with the program of the tests.
    @Test(
        .enabled("systemd is not installed") {
            FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")
        }, arguments: ["photopark-watch", "photopark-watch-system"])
    func theUnitFilesAreValid(_ name: String) async throws {
        let folder = path()
        let program = URL(filePath: Program.path).deletingLastPathComponent().path
        let source = "Packaging/systemd/\(name).service"
        let scope = name.hasSuffix("-system") ? "" : "--user"
        let outcome = try await Shell.run(
            """
            set -e; cd "$(dirname '\(#filePath)')/../../../.."; mkdir '\(folder)'
            sed 's|@bin@|\(program)|' \(source) >'\(folder)/\(name).service'
            export XDG_RUNTIME_DIR='\(folder)'
            systemd-analyze verify --man=no \(scope) '\(folder)/\(name).service'
            """)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
        guard scope.isEmpty else { return }
        let security = try await Shell.run(
            """
            systemd-analyze security --offline=true --no-pager --threshold=30 \
            '\(folder)/\(name).service'
            """)
        #expect(security.status == 0, "\(security)")
    }
}
