import HTTPGateway
import HTTPGatewayTestKit
import Scheduling

/// Sends the requests of a gateway through a simulated network.
@Schedulable
final class NetworkTransport: HTTPTransport {
    private let network: SimulatedNetwork
    private let scheduler: any Scheduler

    init(_ network: SimulatedNetwork, on scheduler: any Scheduler) {
        self.network = network
        self.scheduler = scheduler
    }

    func start(_ plan: TransferPlan, for client: any TransferClient) -> any TransferHandle {
        let transfer = StubTransfer(plan, on: scheduler, client: client)
        do {
            // A note after each piece lets a crash leave a part with a note.
            let range = try transfer.openFile(checkpointInterval: 1) { $0 }
            let call = RecordedRequest(
                method: plan.method, url: plan.url, headers: plan.headers.merging(range),
                body: try plan.body.collected())
            network.send(call, of: transfer, plan, on: scheduler)
        } catch let error as HTTPError {
            transfer.fail(error)
        } catch {
            transfer.fail(
                HTTPError(
                    .bodyFailed, "the body of the request failed", phase: .sending, cause: error))
        }
        return transfer
    }
}
