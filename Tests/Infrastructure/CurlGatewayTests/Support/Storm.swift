import CurlGateway
import Foundation
import HTTPGateway
import Scheduling
import SchedulingTestKit
import Signals

/// Requests in great number, some cancelled when chance will; on the gateway's scheduler.
final class Storm: @unchecked Sendable {  // used on the gateway's scheduler only
    /// A tenth of the full storm, unless the full load is requested.
    static let scale = FullLoad.isRequested ? 1 : 10
    static let requests = 10_000 / scale
    static let cancels = 100_000 / scale

    private let gateway: CurlGateway
    private let url: HTTPURL
    private let scheduler: any Scheduler
    private let count: Int
    private let isCancelling: Bool
    private let done: (Int, Int, Int) -> Void
    private var started = 0
    private var completed = 0
    private var cancelled = 0
    private var doubled = 0

    init(
        _ gateway: CurlGateway, _ url: HTTPURL, _ scheduler: any Scheduler, _ count: Int,
        _ isCancelling: Bool,
        _ done: @escaping (Int, Int, Int) -> Void
    ) {
        self.gateway = gateway
        self.url = url
        self.scheduler = scheduler
        self.count = count
        self.isCancelling = isCancelling
        self.done = done
    }

    func begin(_ inFlight: Int) {
        for _ in 0..<min(inFlight, count) { next() }
    }

    private func next() {
        guard started < count else { return }
        started += 1
        var isOver = false
        let query = started % 7 == 0 ? [HTTPQueryItem("big", nil)] : []
        let target = isCancelling && started % 50 == 0 ? Self.name(started) ?? url : url
        let over: (Bool) -> Void = { [self] isCancelled in
            if isOver { doubled += 1 }
            isOver = true
            if isCancelled { cancelled += 1 } else { completed += 1 }
            if completed + cancelled == count { done(completed, cancelled, doubled) }
            next()
        }
        let subscription = gateway.push(StreamingGET(query: query), to: target).observe(
            { _ in }, ended: { _ in over(false) })
        guard isCancelling, started % 3 != 0 else { return }
        let action = DelayedAction {
            guard !isOver else { return }
            subscription.dispose()
            over(true)
        }
        scheduler.schedule(after: .microseconds(Int.random(in: 0...5_000))) { action.carryOut() }
    }

    /// A host of its own, whose name has to be looked up, and which has no address.
    private static func name(_ number: Int) -> HTTPURL? {
        try? HTTPURL("http://storm-\(number).invalid/")
    }

    private struct DelayedAction: @unchecked Sendable {  // carried out on the gateway's scheduler
        let carryOut: () -> Void
        init(_ carryOut: @escaping () -> Void) { self.carryOut = carryOut }
    }
}
