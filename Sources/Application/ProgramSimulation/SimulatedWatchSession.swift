import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import Scheduling
import SchedulingTestKit
import Simulation
import SimulationDevices

/// The program that watches, and the changes on its server.
@MainActor
final class SimulatedWatchSession {
    private static let editInterval = Duration.seconds(300)
    private static let expiryInterval = Duration.seconds(600)
    /// The failures in a row after which the watch does not work.
    private static let failureLimit = 20

    private let world: World
    private let network: SimulatedNetwork
    private let server: SimulatedServer
    private let longpoll: SimulatedLongpoll
    private let hasSilence: Bool
    private var isOver = false
    private var failures = 0
    /// The failures since the last answer to a longpoll, which decide the next pause.
    private var failuresSinceAnswer = 0
    private var runs = 0
    /// The time of the first change that no run has seen; `nil` for none.
    private var firstChange: Duration?
    /// The longest time from a change to the end of the run that has seen it.
    private var longestDelay = Duration.zero
    /// The longest such time that faults of one of 20 requests explain; it is 7 s for most seeds.
    private static let delayLimit = Duration.seconds(30)

    /// Creates the program and its server.
    ///
    /// - Parameter hasSilence: whether a longpoll may have no answer, which hides a change for
    ///   eight minutes. The time to the library is judged without such faults only.
    init(
        _ world: World, network: SimulatedNetwork, server: SimulatedServer, hasSilence: Bool
    ) {
        self.world = world
        self.hasSilence = hasSilence
        self.network = network
        self.server = server
        longpoll = SimulatedLongpoll(in: world, network)
    }

    func run(
        for duration: Duration, in folder: String, _ sample: @escaping @Sendable (Int) -> Void
    ) async {
        do {
            let program = try SimulatedProgram(
                in: world, over: network, at: server, folder: folder)
            do {
                try await program.signIn()
                network.conditions = .faulty(every: 20, atMost: .max)
                if !hasSilence { network.conditions.faults.removeAll { $0 == .silence } }
                let start = world.time
                repeatEvents(sample)
                try await watch(with: program, until: start + duration)
                isOver = true
                network.conditions = NetworkConditions()
                try await program.synchronize()
                if let difference = try program.difference() {
                    world.fail("the library differs from the server: \(difference)")
                }
                check(duration)
            } catch {
                world.fail("the watch failed: \(error)")
            }
            await program.stop()
        } catch {
            world.fail("the program does not start: \(error)")
        }
    }

    /// Changes the server and ends its tokens again and again.
    private func repeatEvents(_ sample: @escaping @Sendable (Int) -> Void) {
        repeating(Self.editInterval) { [self] _ in
            server.edit(world)
            longpoll.change()
            firstChange = firstChange ?? world.time
        }
        repeating(Self.expiryInterval) { [self] _ in server.expireTokens() }
        repeating(.seconds(3_600)) { sample($0) }
    }

    private func repeating(_ interval: Duration, _ body: @escaping @MainActor (Int) -> Void) {
        Task { @MainActor [self] in
            for number in 1... {
                await sleep(for: interval)
                guard !isOver else { return }
                body(number)
            }
        }
    }

    /// Performs the actions of the state machine until the time has come.
    private func watch(with program: SimulatedProgram, until end: Duration) async throws {
        var watch = FeedWatch(waiting: .longpoll) { 0.5 }
        var actions = watch.start(at: world.time)
        while world.time < end {
            switch actions.last {
            case .run:
                longpoll.runBegins()
                runs += 1
                actions = watch.runEnded(try await synchronize(program), at: world.time)
            case .poll: actions = watch.pollEnded(try await poll(program), at: world.time)
            case .wake(let time):
                if case .offline = watch.phase { check(pause: time - world.time) }
                await sleep(for: max(.zero, time - world.time))
                actions = watch.timeCame(at: world.time)
            default:
                throw FeedError(.requestRefused, "the watch has ended: \(actions)")
            }
        }
    }

    private func synchronize(_ program: SimulatedProgram) async throws -> FeedWatch.RunEnd {
        let change = firstChange
        do {
            try await program.synchronize()
            failures = 0
            if let change {
                longestDelay = max(longestDelay, world.time - change)
                if firstChange == change { firstChange = nil }
            }
            return .complete
        } catch {
            return .failed(try transient(error))
        }
    }

    private func poll(_ program: SimulatedProgram) async throws -> FeedWatch.PollEnd {
        do {
            let notice = try await program.waitForChange()
            failuresSinceAnswer = 0
            guard let notice else { return .reset }
            return .answered(hasChanges: notice.hasChanges, backOff: notice.backOff)
        } catch let error as FeedError where error.code == .cursorReset {
            failuresSinceAnswer = 0
            return .reset
        } catch {
            return .failed(try transient(error))
        }
    }

    /// The first pause after a failure is one of a second, and each is at most twice as long.
    private func check(pause: Duration) {
        if pause > .seconds(1 << min(max(1, failuresSinceAnswer) - 1, 16)) {
            world.fail("a pause of \(pause) after \(failuresSinceAnswer) failures")
        }
    }

    /// Returns the failure of a faulty network; throws an error that would end a watch.
    private func transient(_ error: any Error) throws -> FeedWatch.WatchFailure {
        failures += 1
        failuresSinceAnswer += 1
        if let error = error as? FeedError, error.code == .tokenRefused { throw error }
        guard failures <= Self.failureLimit else { throw error }
        return .transient("\(error)")
    }

    private func sleep(for time: Duration) async {
        await withCheckedContinuation { continuation in
            _ = world.main.schedule(after: time) { continuation.resume() }
        }
    }

    /// Checks that the watch has followed the changes, and has renewed its tokens, without a storm.
    private func check(_ duration: Duration) {
        let edits = Int(duration / Self.editInterval)
        if runs < edits / 2 { world.fail("\(runs) runs for \(edits) changes") }
        if runs > 8 * edits + 10 { world.fail("\(runs) runs for \(edits) changes") }
        if !hasSilence, longestDelay > Self.delayLimit {
            world.fail("a change was in the library after \(longestDelay)")
        }
        let renewals = network.exchanges.count { $0.request.call.url.path == "/oauth2/token" }
        let expiries = Int(duration / Self.expiryInterval)
        if renewals < expiries / 2 || renewals > 3 * expiries + 10 {
            world.fail("\(renewals) renewals for \(expiries) ends of tokens")
        }
    }
}
