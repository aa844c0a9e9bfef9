import HTTPGatewayTestKit
import Scheduling
import SchedulingTestKit
import Simulation
import SimulationDevices

/// The longpolls of a simulated server, which are answered at a change or after their time.
///
/// Only the thread of the run uses it.
final class SimulatedLongpoll: @unchecked Sendable {  // the world checks the thread
    static let host = "notify.dropboxapi.com"
    /// The longest time of a longpoll; the program asks for it, and the server adds jitter.
    private static let time = Duration.seconds(480)

    private let world: World
    private var changes = 0
    private var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    private var count = 0
    /// The number of changes that the last run of the program has seen.
    private var seen = 0

    init(in world: World, _ network: SimulatedNetwork) {
        self.world = world
        network.serve(Self.host) { [self] _ in
            let hasChanges = await wait()
            return .text(#"{"changes": \#(hasChanges)}"#)
        }
    }

    /// The beginning of a run: it sees the changes so far.
    func runBegins() { seen = changes }

    /// Answers all longpolls.
    func change() {
        changes += 1
        for continuation in waiting.values { continuation.resume(returning: true) }
        waiting = [:]
    }

    private func wait() async -> Bool {
        count += 1
        if changes > seen { return true }
        let number = count
        return await withCheckedContinuation { continuation in
            waiting[number] = continuation
            _ = world.main.schedule(after: Self.time) { [self] in
                waiting.removeValue(forKey: number)?.resume(returning: false)
            }
        }
    }
}
