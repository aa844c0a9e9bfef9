import HTTPGateway
import Scheduling

/// A transport without a network: plays the simulator's response back on the scheduler's clock.
@Schedulable
final class StubTransport: HTTPTransport {
    private let scheduler: any Scheduler
    private let simulator: any ResponseSimulator
    private let record: (RecordedRequest) -> Void

    init(
        on scheduler: any Scheduler, simulator: any ResponseSimulator,
        record: @escaping (RecordedRequest) -> Void
    ) {
        self.scheduler = scheduler
        self.simulator = simulator
        self.record = record
    }

    func start(_ plan: TransferPlan, for client: any TransferClient) -> any TransferHandle {
        let transfer = StubTransfer(plan, on: scheduler, client: client)
        do {
            _ = try transfer.openFile()
            let call = RecordedRequest(
                method: plan.method, url: plan.url, headers: plan.headers,
                body: try plan.body.collected())
            record(call)
            transfer.play(try simulator.respond(to: call))
        } catch {
            let failure =
                error as? HTTPError
                ?? HTTPError(
                    .connectFailed, "the simulated connection failed", phase: .connecting,
                    cause: error)
            transfer.fail(failure)
        }
        return transfer
    }
}
