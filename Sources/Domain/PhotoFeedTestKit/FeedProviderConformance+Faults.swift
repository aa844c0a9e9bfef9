import PhotoFeed
import Scheduling
import SchedulingTestKit
import Signals

extension FeedProviderConformance {
    static let faults = [
        Rule("a server that asks for a wait is asked again after it, and the wait is reported") {
            mirror in
            guard let faults = mirror.fixture.faults else { return }
            mirror.tree.write("/a.jpg", "/Trip/b.jpg")
            faults.add(.busy(seconds: 7))
            var reasons: [FeedPause.Reason] = []
            let subscription = mirror.fetchers.nodes.pauses.observe {
                if let pause = $0 { reasons.append(pause.reason) }
            }
            let start = mirror.scheduler.now
            try mirror.update()
            subscription.dispose()
            try require(mirror.names == ["a.jpg", "b.jpg"], "it has \(mirror.names)")
            let waited = start.duration(to: mirror.scheduler.now)
            try require(waited >= .seconds(7), "the wait was \(waited)")
            try require(!reasons.isEmpty, "no pause was reported")
        },
        // A part of a large answer may have been used, so that the request cannot be repeated.
        Rule("an answer that is cut is requested again, or the next run is complete") { mirror in
            guard let faults = mirror.fixture.faults else { return }
            mirror.tree.write("/a.jpg", "/b.jpg", "/c.jpg", "/Trip/d.jpg", "/Trip/deep/e.jpg")
            for skip in 0..<4 {
                faults.add(.cut, skip: skip)
                var pages: [FeedPage] = []
                do {
                    pages = try mirror.pages(from: .beginning(folder: ""))
                } catch let error as FeedError
                    where error.code == .network || error.code == .cursorReset
                {
                    pages = try mirror.pages(from: .beginning(folder: ""))
                }
                try mirror.replace(with: pages)
                try require(
                    mirror.names == ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg"],
                    "after \(skip) answers, it has \(mirror.names)")
            }
        },
        Rule("a server that keeps failing ends the run, without a last page") { mirror in
            guard let faults = mirror.fixture.faults else { return }
            mirror.tree.write("/a.jpg", "/b.jpg", "/c.jpg", "/Trip/d.jpg", "/Trip/deep/e.jpg")
            faults.add(.failing, count: 1_000, skip: 1)
            var isComplete = false
            try requireFailure([.network, .rateLimited, .serviceUnavailable]) {
                _ = try mirror.values(
                    of: mirror.fetchers.nodes.pages(from: .beginning(folder: ""))
                        .on(value: { if !$0.hasMore { isComplete = true } }))
            }
            try require(!isComplete, "a last page was sent")
            try require(faults.requests < 50, "there were \(faults.requests) requests")
        },
        Rule("a run that is disposed during a wait sends nothing more") { mirror in
            guard let faults = mirror.fixture.faults else { return }
            mirror.tree.write("/a.jpg")
            faults.add(.busy(seconds: 60))
            let subscription = Disposable()
            subscription.add(
                mirror.fetchers.nodes.pages(from: .beginning(folder: ""))
                    .observe({ _ in }, ended: { _ in }))
            mirror.scheduler.advance(by: .seconds(5))
            let before = faults.requests
            subscription.dispose()
            _ = try mirror.values(of: .just(()))
            mirror.scheduler.advance(by: .seconds(600))
            try require(
                before == 1 && faults.requests == 1, "there were \(faults.requests) requests")
        },
    ]
}
