import Scheduling
import SchedulingTestKit
import Testing

@Schedulable
private final class DropboxNodeFetcher {
    var limit = 1

    func fetchNodes() {}
    func fetch(page: Int, of _: Int) throws -> [String] { [] }
    func signal() -> Signal<Int> { Signal() }
    subscript(index: Int) -> Int {
        checkScheduler()
        return index
    }
}

/// The way around the compiler that the reports are about.
private final class Leak: @unchecked Sendable {  // the test moves both schedulers by hand
    var fetcher: DropboxNodeFetcher?
}

/// Stands in for a signal: the macro knows the type by its name.
private struct Signal<Value> {}

/// The report is read by people; its text is held here.
@Suite(.serialized)
struct ViolationReportTests {
    private let business = VirtualScheduler(name: "BL")
    private let ui = VirtualScheduler(name: "UI")

    init() {
        Violations.setMode(.collect, for: DropboxNodeFetcher.self)
        _ = Violations.takeCollected(from: DropboxNodeFetcher.self)
    }

    private func violation(_ use: (DropboxNodeFetcher) -> Void) throws -> Violation {
        let fetcher = business.enter { DropboxNodeFetcher() }
        ui.enter { use(fetcher) }
        return try #require(Violations.takeCollected(from: DropboxNodeFetcher.self).first)
    }

    @Test func reportNamesServiceMethodSchedulersAndPostings() throws {
        let leak = Leak()
        business.schedule(
            { leak.fetcher = DropboxNodeFetcher() }, file: "App/Assembly.swift", line: 31)
        business.runUntilIdle()
        let scheduler = ui
        ui.schedule(
            {
                scheduler.schedule(
                    { leak.fetcher?.fetchNodes() }, file: "App/Feed.swift", line: 12)
            }, file: "App/Commands.swift", line: 7)
        ui.runUntilIdle()
        let violation = try #require(Violations.takeCollected(from: DropboxNodeFetcher.self).first)
        let report = """
            DropboxNodeFetcher.fetchNodes() was called on scheduler 'UI'; it lives on scheduler 'BL'
                service bound: App/Assembly.swift:31
                work posted:   App/Feed.swift:12
                  by work of:  App/Commands.swift:7
                right line:    fetcher.schedule { $0.fetchNodes() }
            """
        #expect(violation.description == report)
        #expect(violation.kind.description == "DropboxNodeFetcher.fetchNodes() of 'BL' on 'UI'")
    }

    @Test func reportSaysWhatItDoesNotKnow() throws {
        let report = """
            DropboxNodeFetcher.limit was set on scheduler 'UI'; it lives on scheduler 'BL'
                service bound: not recorded
                work posted:   not recorded
                right line:    fetcher.schedule { $0.limit = … }
            """
        #expect(try violation { $0.limit = 2 }.description == report)
    }

    @Test func reportOfAServiceMadeOutsideSaysHowToMakeIt() async throws {
        await Task.detached { _ = DropboxNodeFetcher() }.value
        let violation = try #require(Violations.takeCollected(from: DropboxNodeFetcher.self).first)
        let report = """
            DropboxNodeFetcher was made on a thread without a scheduler: \
            a service belongs to the scheduler it is made on
                work posted:   not recorded
                right line:    let fetcher = SchedulerBound(on: …) { DropboxNodeFetcher(…) }
            """
        #expect(violation.description == report)
    }

    @Test func rightLineFitsTheMember() throws {
        #expect(try violation { _ = $0.limit }.advice == "try await fetcher.run { $0.limit }")
        #expect(try violation { _ = $0[1] }.advice == "try await fetcher.run { $0[…] }")
        #expect(
            try violation { _ = try? $0.fetch(page: 1, of: 2) }.advice
                == "try await fetcher.run { try $0.fetch(page: …, of: …) }")
        #expect(try violation { _ = $0.signal() }.advice == "fetcher.signal { $0.signal() }")
    }
}
