public import Scheduling
import SchedulingTestKit

/// The laws of a world: conditions that a run checks. A run fails if a condition does not hold.
///
/// A law about a service is checked on the service's scheduler, from the end of its construction:
///
/// ```swift
/// world.always("one refresh of a token", of: login) { $0.refreshes <= 1 }
/// ```
///
/// Other laws are checked on the main scheduler. A law that throws fails. A law must not change the
/// program: the number of its checks is not a part of the schedule.
extension World {
    // MARK: - After each step

    /// States a law that holds after each step.
    ///
    /// - Parameters:
    ///   - name: the law in a few words, for the report.
    ///   - law: returns whether it holds.
    public func always(
        _ name: String, file: StaticString = #fileID, line: UInt = #line,
        _ law: @escaping (SchedulerIsolation) throws -> Bool
    ) {
        add(Law(name, .always, on: main, at: "\(file):\(line)", law))
    }

    /// States a law about a service that holds after each step since its construction.
    ///
    /// - Parameters:
    ///   - name: the law in a few words, for the report.
    ///   - service: the service, which lives on a scheduler of this world.
    ///   - law: returns whether it holds.
    public func always<Service>(
        _ name: String, of service: SchedulerBound<Service>,
        file: StaticString = #fileID, line: UInt = #line,
        _ law: @escaping (Service) throws -> Bool
    ) {
        add(Law(name, .always, of: service, at: "\(file):\(line)", law))
    }

    /// States a law about a service that holds after each step while `body` runs.
    ///
    /// The law keeps the service no longer than that.
    package func always<Service, Result>(
        _ name: String, of service: SchedulerBound<Service>,
        file: StaticString = #fileID, line: UInt = #line,
        _ law: @escaping (Service) throws -> Bool,
        isolation: isolated (any Actor)? = #isolation,
        while body: () async throws -> Result
    ) async rethrows -> Result {
        let law = Law(name, .always, of: service, at: "\(file):\(line)", law)
        add(law)
        defer { core.laws.removeAll { $0 === law } }
        return try await body()
    }

    // MARK: - After some step

    /// States a law that holds after some step, within `limit` of simulated time from now.
    ///
    /// The run also fails when no work is left and the law has not held yet.
    ///
    /// - Parameters:
    ///   - name: the law in a few words, for the report.
    ///   - limit: the simulated time, including the lateness of the world's timers.
    ///   - law: returns whether it holds.
    public func eventually(
        _ name: String, within limit: Duration,
        file: StaticString = #fileID, line: UInt = #line,
        _ law: @escaping (SchedulerIsolation) throws -> Bool
    ) {
        add(Law(name, by(limit), on: main, at: "\(file):\(line)", law))
    }

    /// States a law about a service that holds after some step, within `limit` from now.
    ///
    /// The run also fails when no work is left and the law has not held yet.
    ///
    /// - Parameters:
    ///   - name: the law in a few words, for the report.
    ///   - service: the service, which lives on a scheduler of this world.
    ///   - limit: the simulated time, including the lateness of the world's timers.
    ///   - law: returns whether it holds.
    public func eventually<Service>(
        _ name: String, of service: SchedulerBound<Service>, within limit: Duration,
        file: StaticString = #fileID, line: UInt = #line,
        _ law: @escaping (Service) throws -> Bool
    ) {
        add(Law(name, by(limit), of: service, at: "\(file):\(line)", law))
    }

    // MARK: - At the end

    /// States a law that holds when no work is left.
    ///
    /// - Parameters:
    ///   - name: the law in a few words, for the report.
    ///   - law: returns whether it holds.
    public func atEnd(
        _ name: String, file: StaticString = #fileID, line: UInt = #line,
        _ law: @escaping (SchedulerIsolation) throws -> Bool
    ) {
        add(Law(name, .atEnd, on: main, at: "\(file):\(line)", law))
    }

    /// States a law about a service that holds when no work is left.
    ///
    /// - Parameters:
    ///   - name: the law in a few words, for the report.
    ///   - service: the service, which lives on a scheduler of this world.
    ///   - law: returns whether it holds. A service that could not be built fails the law.
    public func atEnd<Service>(
        _ name: String, of service: SchedulerBound<Service>,
        file: StaticString = #fileID, line: UInt = #line,
        _ law: @escaping (Service) throws -> Bool
    ) {
        add(Law(name, .atEnd, of: service, at: "\(file):\(line)", law))
    }

    private func by(_ limit: Duration) -> Law.Time {
        .eventually(by: core.now.advanced(by: limit))
    }

    private func add(_ law: Law) {
        check()
        precondition(
            core.schedulers.contains { $0 === law.scheduler },
            "the law '\(law.name)' is about a service of another scheduler than those of the world")
        core.laws.append(law)
    }
}
