import Foundation
import Scheduling
import Testing

@testable import CurlGateway
@testable import HTTPGateway

@Suite struct DeliveryQueueTests {
    @Test func aHandlerThatWaitsGetsWhatIsLeftInItsOrder() async throws {
        let home = WorkScheduler(name: "home")
        let helper = WorkScheduler(name: "helper")
        let other = SchedulerBound(on: helper) { Other() }
        let commandQueue = CommandQueue(notifier: EventNotifier())
        let deliveryQueue = DeliveryQueue(on: home)
        let plan = try plan()
        let received = await withCheckedContinuation { continuation in
            home.schedule {
                let heard = DispatchSemaphore(value: 0)
                let reader = Client { pieces in
                    if pieces.count == 1 { heard.signal() }
                    if pieces.count == 3 { continuation.resume(returning: pieces) }
                }
                let second = CurlTransfer(plan, commandQueue: commandQueue, client: reader)
                // It waits for the first piece, and another piece comes meanwhile.
                let waiter = Client { _ in
                    try? other.wait { _ in
                        var later: [DeliveryQueue.Delivery] = [(second, .received([3]))]
                        deliveryQueue.send(&later)
                        heard.wait()
                    }
                }
                let first = CurlTransfer(plan, commandQueue: commandQueue, client: waiter)
                var batch: [DeliveryQueue.Delivery] = [
                    (first, .received([0])), (second, .received([1])), (second, .received([2])),
                ]
                deliveryQueue.send(&batch)
            }
        }
        #expect(received == [1, 2, 3])
        home.shutDown()
        helper.shutDown()
    }

    @Test func whatASkippedDrainWouldHaveHandedOutIsReleased() async throws {
        let home = WorkScheduler(name: "home")
        let deliveryQueue = DeliveryQueue(on: home)
        let plan = try plan()
        let mayGoOn = DispatchSemaphore(value: 0)
        weak var transfer: CurlTransfer?
        func send() {
            let sent = CurlTransfer(
                plan, commandQueue: CommandQueue(notifier: EventNotifier()), client: Client { _ in }
            )
            transfer = sent
            var batch: [DeliveryQueue.Delivery] = [(sent, .received([0]))]
            deliveryQueue.send(&batch)
        }
        home.schedule { mayGoOn.wait() }
        send()
        home.shutDown(.finishRunning)
        mayGoOn.signal()
        _ = await home.finished()
        #expect(transfer == nil)
        send()
        await home.drained()
        #expect(transfer == nil)
    }

    private func plan() throws -> TransferPlan {
        TransferPlan(
            url: try HTTPURL("http://127.0.0.1/"), proxy: nil, method: .get, headers: [:],
            body: .none, options: HTTPOptions(), accepted: .successful, isRepeatable: true,
            destination: .chunks)
    }

    private final class Other {}

    /// Keeps the pieces that it gets.
    private final class Client: TransferClient {
        private let heard: ([UInt8]) -> Void
        private var pieces: [UInt8] = []

        init(_ heard: @escaping ([UInt8]) -> Void) { self.heard = heard }

        func transferBegan(_ head: HTTPResponseHead) {}
        func transferReceived(_ bytes: [UInt8]) {
            pieces += bytes
            heard(pieces)
        }
        func transferWaits(_ wait: HTTPWait?) {}
        func transferProgressed(_ progress: HTTPProgress) {}
        func transferEnded(_ result: Result<HTTPResponse, HTTPError>) {}
    }
}
