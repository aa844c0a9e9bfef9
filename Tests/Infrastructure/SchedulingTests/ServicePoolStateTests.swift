import Testing

@testable import Scheduling

/// Every input of a pool's state machine in every situation, then its rules over several inputs.
@Suite struct ServicePoolStateTests {
    /// A situation of a pool with two services and two places for waiting jobs.
    enum Situation: CaseIterable {
        /// Both services are free.
        case idle
        /// Job 0 runs.
        case busy
        /// Jobs 0 and 1 run.
        case full
        /// Jobs 0 and 1 run, 2 waits.
        case queued
        /// Jobs 0 and 1 run, 2 and 3 wait.
        case atCapacity
        /// Job 0 runs with key 7, and 1 follows it.
        case keyed
        /// Jobs 0 and 1 run, 2 waits, and the pool is closed.
        case closed
        /// Both services are lost.
        case lost

        var state: ServicePoolState<Int> {
            var state = ServicePoolState<Int>(serviceCount: 2, capacity: 2)
            let count =
                switch self {
                case .idle: 0
                case .busy: 1
                case .full, .keyed, .lost: 2
                case .queued, .closed: 3
                case .atCapacity: 4
                }
            for job in 0..<count { _ = state.submit(job, key: self == .keyed ? 7 : nil) }
            if self == .closed { state.close() }
            if self == .lost {
                for job in 0..<2 { _ = state.lose(Self.assignment(job)) }
                _ = state.removeWaiting()
            }
            return state
        }

        /// The assignment of job 0 or 1, which a service of the same number has.
        static func assignment(_ job: Int, key: Int? = nil) -> ServicePoolState<Int>.Assignment {
            .init(job: job, ticket: UInt64(job), key: key, service: job)
        }
    }

    enum Input: CaseIterable {
        case submit, submitWithKey, end, takeBack, takeBackUnknown, lose, close, removeWaiting
    }

    /// The answer of the machine, and the number of jobs that wait afterwards.
    private func outcome(_ input: Input, in situation: Situation) -> String {
        var state = situation.state
        let first = Situation.assignment(0, key: situation == .keyed ? 7 : nil)
        let answer =
            switch input {
            case .submit: Self.text(state.submit(9, key: nil))
            case .submitWithKey: Self.text(state.submit(9, key: 7))
            case .end: Self.text(state.end(first))
            case .takeBack:
                state.takeBack(situation == .keyed ? 1 : 2, key: first.key)
                    .map { "job \($0)" } ?? "none"
            case .takeBackUnknown: state.takeBack(99, key: nil).map { "job \($0)" } ?? "none"
            case .lose: Self.text(state.lose(first))
            case .close:
                {
                    state.close()
                    return state.isFinished ? "finished" : "not finished"
                }()
            case .removeWaiting: "\(state.removeWaiting())"
            }
        return "\(answer), \(state.waitingCount)"
    }

    private static func text(_ submission: ServicePoolState<Int>.Submission) -> String {
        switch submission {
        case .begins(let assignment): text(assignment)
        case .waits(let ticket): "waits as \(ticket)"
        case .full: "full"
        case .closed: "closed"
        case .unavailable: "unavailable"
        }
    }

    private static func text(_ assignment: ServicePoolState<Int>.Assignment?) -> String {
        assignment.map { "\($0.job) on \($0.service)" } ?? "none"
    }

    private static let table: [Situation: [Input: String]] = [
        .idle: [
            .submit: "9 on 0, 0", .submitWithKey: "9 on 0, 0", .takeBack: "none, 0",
            .takeBackUnknown: "none, 0", .close: "finished, 0", .removeWaiting: "[], 0",
        ],
        .busy: [
            .submit: "9 on 1, 0", .submitWithKey: "9 on 1, 0", .end: "none, 0",
            .takeBack: "none, 0", .takeBackUnknown: "none, 0", .lose: "0 on 1, 0",
            .close: "not finished, 0", .removeWaiting: "[], 0",
        ],
        .full: [
            .submit: "waits as 2, 1", .submitWithKey: "waits as 2, 1", .end: "none, 0",
            .takeBack: "none, 0", .takeBackUnknown: "none, 0", .lose: "none, 1",
            .close: "not finished, 0", .removeWaiting: "[], 0",
        ],
        .queued: [
            .submit: "waits as 3, 2", .submitWithKey: "waits as 3, 2", .end: "2 on 0, 0",
            .takeBack: "job 2, 0", .takeBackUnknown: "none, 1", .lose: "none, 2",
            .close: "not finished, 1", .removeWaiting: "[2], 0",
        ],
        .atCapacity: [
            .submit: "full, 2", .submitWithKey: "full, 2", .end: "2 on 0, 1",
            .takeBack: "job 2, 1", .takeBackUnknown: "none, 2", .lose: "none, 3",
            .close: "not finished, 2", .removeWaiting: "[2, 3], 0",
        ],
        .keyed: [
            .submit: "9 on 1, 1", .submitWithKey: "waits as 2, 2", .end: "1 on 1, 0",
            .takeBack: "job 1, 0", .takeBackUnknown: "none, 1", .lose: "0 on 1, 1",
            .close: "not finished, 1", .removeWaiting: "[1], 0",
        ],
        .closed: [
            .submit: "closed, 1", .submitWithKey: "closed, 1", .end: "2 on 0, 0",
            .takeBack: "job 2, 0", .takeBackUnknown: "none, 1", .lose: "none, 2",
            .close: "not finished, 1", .removeWaiting: "[2], 0",
        ],
        .lost: [
            .submit: "unavailable, 0", .submitWithKey: "unavailable, 0", .takeBack: "none, 0",
            .takeBackUnknown: "none, 0", .close: "finished, 0", .removeWaiting: "[], 0",
        ],
    ]

    @Test(arguments: Situation.allCases, Input.allCases)
    func everyInputInEverySituation(_ situation: Situation, _ input: Input) {
        // Only a job that runs can end or lose its service.
        let isImpossible = [.idle, .lost].contains(situation) && [.end, .lose].contains(input)
        let expected = Self.table[situation]?[input]
        #expect((expected == nil) == isImpossible)
        if let expected { #expect(outcome(input, in: situation) == expected) }
    }

    @Test func freeServicesAreUsedInTurn() {
        var state = ServicePoolState<Int>(serviceCount: 3, capacity: 9)
        var services: [Int] = []
        for job in 0..<7 {
            guard case .begins(let assignment) = state.submit(job, key: nil) else {
                Issue.record("the job does not begin")
                return
            }
            services.append(assignment.service)
            _ = state.end(assignment)
        }
        #expect(services == [0, 1, 2, 0, 1, 2, 0])
    }

    @Test func freeServiceWithTheLeastLoadIsUsed() {
        for (load, expected) in [
            ([5, 1, 3], 1), ([2, 2, 1], 2), ([1, 1, 1], 0), ([0, 1, 0], 0),
        ] {
            var state = ServicePoolState<Int>(serviceCount: 3, capacity: 9)
            guard case .begins(let assignment) = state.submit(0, key: nil, load: load) else {
                Issue.record("the job does not begin")
                return
            }
            #expect(assignment.service == expected)
        }
    }

    @Test func closedPoolCountsTheJobsThatWaited() {
        var state = ServicePoolState<Int>(serviceCount: 1, capacity: 9)
        guard case .begins(var assignment) = state.submit(0, key: nil) else {
            Issue.record("the job does not begin")
            return
        }
        for job in 1...3 { _ = state.submit(job, key: nil) }
        state.close()
        while let next = state.end(assignment) { assignment = next }
        #expect(state.endedSinceClosing == 3)
        #expect(state.isFinished)
    }
}
