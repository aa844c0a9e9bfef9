import Foundation
import PhotoFeed
import ProgramServices
import ProgramTestKit
import Testing

@testable import WatchFeature

/// The exposition format, and the numbers in it.
@Suite struct PrometheusTextTests {
    @Test func aFamilyHasItsDescriptionAndItsSamples() {
        var text = PrometheusText()
        text.family("runs_total", .counter, "All\nruns.", [.init(3), .init(0.5, ["a": "b"])])
        text.family("empty", .gauge, "Nothing.", [])
        #expect(
            text.text == """
                # HELP runs_total All\\nruns.
                # TYPE runs_total counter
                runs_total 3
                runs_total{a="b"} 0.5

                """)
    }

    @Test func aSummaryHasASumAndANumber() {
        var text = PrometheusText()
        text.summary("poll_seconds", "The waits.", sum: 480.5, count: 2)
        #expect(
            text.text == """
                # HELP poll_seconds The waits.
                # TYPE poll_seconds summary
                poll_seconds_sum 480.5
                poll_seconds_count 2

                """)
    }

    @Test func labelsAreEscaped() {
        var text = PrometheusText()
        text.family("a", .gauge, "A \"b\" \\.", [.init(1, ["x": "\\ \" \n", "y": ""])])
        #expect(text.text.contains(#"# HELP a A "b" \\."#))
        #expect(text.text.hasSuffix(#"a{x="\\ \" \n",y=""} 1"# + "\n"))
    }

    @Test func aQuoteBeforeACombiningMarkIsEscaped() {
        var text = PrometheusText()
        text.family("a", .gauge, "A\\\u{301}.", [.init(1, ["x": "\"\u{301}\\\u{301}\r\n"])])
        #expect(
            text.text == """
                # HELP a A\\\\\u{301}.
                # TYPE a gauge
                a{x="\\\"\u{301}\\\\\u{301}\r\\n"} 1

                """)
    }

    @Test(
        arguments: [
            (0, "0"), (-1, "-1"), (1.5, "1.5"), (.infinity, "+Inf"), (-.infinity, "-Inf"),
            (.nan, "NaN"), (1_700_000_000, "1700000000"), (1e300, "1e+300"),
        ] as [(Double, String)])
    func numbersHaveTheFormOfPrometheus(_ value: Double, _ number: String) {
        var text = PrometheusText()
        text.family("a", .gauge, "A.", [.init(value)])
        #expect(text.text.hasSuffix("a \(number)\n"))
    }
}

/// The metrics of watches, in virtual time.
@Suite struct WatchMetricsTests {
    private func moment(_ seconds: Int) -> WatchMetrics.Moment {
        WatchMetrics.Moment(elapsed: .seconds(seconds), wallTime: 1_000 + Double(seconds))
    }

    @Test func theTimesOfTheStatesAddUp() {
        var metrics = WatchMetrics()
        metrics.begin(["a", "b"], at: moment(0))
        metrics.take(.waiting, of: "a", at: moment(2))
        metrics.take(.notice(.offline("no network")), of: "b", at: moment(5))
        let lines = metrics.text(at: moment(10)).split(separator: "\n")
        #expect(lines.contains(#"photopark_watch_state_seconds_total{state="running"} 7"#))
        #expect(lines.contains(#"photopark_watch_state_seconds_total{state="waiting"} 8"#))
        #expect(lines.contains(#"photopark_watch_state_seconds_total{state="offline"} 5"#))
        #expect(lines.contains(#"photopark_watch_libraries{state="offline"} 1"#))
    }

    // icloudpd#1274: for weeks no photo came, and its user was not told.
    @Test func theOldestSuccessCountsWhenEachLibraryHasOne() {
        let name = "photopark_watch_last_success_timestamp_seconds"
        var metrics = WatchMetrics()
        metrics.begin(["a", "b"], at: moment(0))
        metrics.take(.synced(SyncProgress()), of: "a", at: moment(2))
        #expect(!metrics.text(at: moment(3)).contains(name))
        metrics.take(.synced(SyncProgress()), of: "b", at: moment(4))
        #expect(metrics.text(at: moment(5)).contains("\n\(name) 1002\n"))
        metrics.begin(["b"], at: moment(6))
        #expect(metrics.text(at: moment(7)).contains("\n\(name) 1004\n"))
    }

    @Test func runsAndCommandsCountByResult() {
        var metrics = WatchMetrics()
        metrics.begin(["a"], at: moment(0))
        metrics.take(.runFailed(.transient("it failed")), of: "a", at: moment(1))
        metrics.take(.runFailed(.transient("it failed")), of: "a", at: moment(2))
        metrics.take(.runFailed(.locked), of: "a", at: moment(3))
        metrics.take(.synced(SyncProgress()), of: "a", at: moment(4))
        metrics.take(.command(.ended(code: 0, output: "")), of: "a", at: moment(5))
        metrics.take(.command(.ended(code: 1, output: "")), of: "a", at: moment(6))
        metrics.take(.command(.timedOut), of: "a", at: moment(7))
        let lines = metrics.text(at: moment(8)).split(separator: "\n")
        for (result, count) in [("transient", 2), ("locked", 1), ("success", 1), ("final", 0)] {
            #expect(lines.contains("photopark_watch_runs_total{result=\"\(result)\"} \(count)"))
        }
        #expect(lines.contains(#"photopark_watch_commands_total{result="failure"} 2"#))
    }

    @Test func theChangesOfARunWhoseOriginalsFailCount() {
        var metrics = WatchMetrics()
        metrics.begin(["a"], at: moment(0))
        var progress = SyncProgress()
        progress.changeSummary.added = 2
        progress.thumbnails = 3
        progress.statistics = LibraryStatistics(
            nodes: 9, thumbnails: 9, failedThumbnails: 0, pendingThumbnails: 0)
        metrics.take(.runFailed(.transient("no"), synced: progress), of: "a", at: moment(1))
        metrics.take(.limited(synced: progress), of: "a", at: moment(2))
        metrics.take(.synced(progress), of: "a", at: moment(3))
        let lines = metrics.text(at: moment(4)).split(separator: "\n")
        for line in [
            #"photopark_watch_changes_total{kind="added"} 6"#, "photopark_watch_thumbnails_total 9",
            "photopark_watch_items 9", #"photopark_watch_runs_total{result="success"} 1"#,
        ] { #expect(lines.contains { $0 == line }, "\(line)") }
    }

    @Test func requestsAndWaitsHaveLabelsWithoutNames() {
        var metrics = WatchMetrics()
        metrics.begin(["/srv/ada", "b"], at: moment(0))
        metrics.take(.waited(.rateLimit, .seconds(60)), of: "b", at: moment(1))
        metrics.take(.waited(.rateLimit, .seconds(2)), of: "/srv/ada", at: moment(2))
        metrics.take(.limited(), of: "b", at: moment(3))
        let requests: [RequestCounter.Group: Int] = [
            .init(host: "api.example.org", status: 200): 7,
            .init(host: "api.example.org", status: nil): 1,
        ]
        let text = metrics.text(at: moment(4), requests: requests)
        for line in [
            #"photopark_watch_requests_total{host="api.example.org",status="200"} 7"#,
            #"photopark_watch_requests_total{host="api.example.org",status="none"} 1"#,
            #"photopark_watch_wait_seconds_total{reason="rate_limit"} 62"#,
            #"photopark_watch_wait_seconds_total{reason="failure"} 0"#,
            #"photopark_watch_runs_total{result="limited"} 1"#,
        ] { #expect(text.contains(line + "\n"), "\(line)") }
        #expect(!text.contains("ada"))
    }

    @Test func theTimesOfLongpollsAddUp() {
        var metrics = WatchMetrics()
        metrics.begin(["a", "b"], at: moment(0))
        metrics.take(.polled(.milliseconds(480_500)), of: "a", at: moment(481))
        metrics.take(.polled(.seconds(20)), of: "b", at: moment(482))
        let lines = metrics.text(at: moment(483)).split(separator: "\n")
        #expect(lines.contains("photopark_watch_poll_seconds_sum 500.5"))
        #expect(lines.contains("photopark_watch_poll_seconds_count 2"))
    }

    /// Debian has promtool in the package of the server of Prometheus, which would be started, so
    /// that `Scripts/bootstrap tests` does not install it.
    @Test(
        .enabled("promtool is not installed") {
            try await Shell.run("command -v promtool").status == 0
        })
    func promtoolAcceptsAllMetrics() async throws {
        var metrics = WatchMetrics()
        metrics.begin(["a"], at: moment(0))
        metrics.take(.polled(.milliseconds(1_500)), of: "a", at: moment(1))
        metrics.take(.waited(.failure, .milliseconds(1_500)), of: "a", at: moment(2))
        metrics.take(.synced(SyncProgress()), of: "a", at: moment(3))
        let text = metrics.text(
            at: moment(4), requests: [.init(host: "\\ \" \n", status: nil): 1])
        let file = FileManager.default.temporaryDirectory
            .appending(path: "metrics-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        let outcome = try await Shell.run("promtool check metrics <'\(file.path)'")
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test func whatTheLibrariesLackIsTheSumOfTheirLastRuns() {
        var metrics = WatchMetrics()
        metrics.begin(["a", "b"], at: moment(0))
        for (library, count) in [("a", 5), ("b", 2), ("a", 1)] {
            let measure = WatchMeasure(
                wantedThumbnails: count, wantedOriginals: 10 * count, damagedOriginals: count)
            metrics.take(.measured(measure), of: library, at: moment(1))
        }
        let lines = metrics.text(at: moment(2)).split(separator: "\n")
        #expect(lines.contains("photopark_watch_wanted_thumbnails 3"))
        #expect(lines.contains("photopark_watch_wanted_originals 30"))
        #expect(lines.contains("photopark_watch_damaged_originals 3"))
        metrics.begin(["b"], at: moment(3))
        #expect(metrics.text(at: moment(4)).contains("photopark_watch_wanted_thumbnails 2\n"))
    }

    @Test func aLibraryThatALimitKeepsBehindTheServerIsNotFresh() {
        var metrics = WatchMetrics()
        metrics.begin(["a"], at: moment(0))
        metrics.take(.limited(), of: "a", at: moment(1))
        metrics.take(.waiting, of: "a", at: moment(1))
        #expect(!metrics.isFresh(at: moment(2)))
        #expect(!metrics.text(at: moment(2)).contains("last_success"))
        // Only its originals are not complete.
        metrics.take(.limited(synced: SyncProgress()), of: "a", at: moment(3))
        metrics.take(.waiting, of: "a", at: moment(3))
        #expect(metrics.isFresh(at: moment(100_000)))
        metrics.take(.limited(), of: "a", at: moment(4))
        metrics.take(.waiting, of: "a", at: moment(4))
        #expect(metrics.isFresh(at: moment(1_803)) && !metrics.isFresh(at: moment(1_804)))
        metrics.take(.synced(SyncProgress()), of: "a", at: moment(1_000))
        metrics.take(.waiting, of: "a", at: moment(1_000))
        #expect(metrics.isFresh(at: moment(100_000)))
    }

    @Test func aLibraryIsFreshWhileItWaitsAndAWhileAfterwards() {
        var metrics = WatchMetrics()
        metrics.begin(["a"], at: moment(0))
        #expect(!metrics.isFresh(at: moment(1)))
        metrics.take(.notice(.offline("no network")), of: "a", at: moment(2))
        #expect(!metrics.isFresh(at: moment(3)))
        metrics.take(.waiting, of: "a", at: moment(4))
        #expect(metrics.isFresh(at: moment(100_000)))
        metrics.take(.notice(.locked), of: "a", at: moment(5))
        #expect(metrics.isFresh(at: moment(1_804)))
        #expect(!metrics.isFresh(at: moment(1_805)))
        metrics.take(.ended(.locked), of: "a", at: moment(6))
        #expect(!metrics.isFresh(at: moment(7)))
    }
}
