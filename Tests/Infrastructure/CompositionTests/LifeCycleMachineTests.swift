import Testing

@testable import Composition

/// Each input of the life cycle in each state of a service that is bound for the start.
struct LifeCycleMachineTests {
    /// The states, each with the inputs that lead to it.
    private static let states: [(name: String, inputs: [Input])] = [
        ("idle", []),
        ("made by its first use", [.madePlain]),
        ("making", [.start, .prepared]),
        ("starting", [.start, .prepared, .made]),
        ("ready", [.start, .prepared, .made, .started]),
        ("ready without life cycle", [.start, .prepared, .madePlain]),
        ("failed", [.madeNot]),
        ("starting in a stop", [.start, .prepared, .made, .stop]),
        ("stopping", [.start, .prepared, .made, .started, .stop]),
        ("releasing", [.start, .prepared, .made, .started, .stop, .stopped]),
        ("stopped", [.start, .prepared, .made, .started, .stop, .stopped, .released]),
    ]

    enum Input: String, CaseIterable {
        case start, prepared, require, madePlain, made, madeNot, started, startedNot, stop
        case stopWithin, stopped, released, overdue, endOverdue
    }

    @Test func everyInputInEveryStateHasItsActions() {
        var lines: [String] = []
        for state in Self.states {
            for input in Input.allCases {
                var machine = SingleService(state.inputs)
                let actions = machine.pass(input)
                if actions.isEmpty, machine.state == SingleService(state.inputs).state { continue }
                let arrow = actions.isEmpty ? "" : ": " + actions.joined(separator: ", ")
                lines.append("\(state.name) + \(input.rawValue) = \(machine.state)\(arrow)")
            }
        }
        #expect(lines.joined(separator: "\n") == Self.table)
    }

    private static let table = #"""
        idle + start = idle/preparing: keep, prepare
        idle + require = waiting/idle: make
        idle + madePlain = ready/idle
        idle + made = starting/idle: keep, start
        idle + madeNot = failed/idle
        idle + stop = stopped/stopped: limit the end, report [], drop
        idle + stopWithin = stopped/stopped: limit the end, report [], drop
        made by its first use + start = ready/preparing: keep, prepare
        made by its first use + require = ready/idle: reply
        made by its first use + made = starting/idle: keep, start
        made by its first use + madeNot = failed/idle
        made by its first use + stop = stopping/stopping: limit the end, release
        made by its first use + stopWithin = stopping/stopping: limit the end, release
        making + madePlain = ready/started: reply
        making + made = starting/starting: start
        making + madeNot = stopped/stopped: limit the end, \#
        reply constructionFailed: S of program 'program': no network, report [], drop
        making + stop = stopped/stopped: limit the end, reply stopped: program 'program', \#
        report [], drop
        making + stopWithin = stopped/stopped: limit the end, reply stopped: program 'program', \#
        report [], drop
        starting + started = ready/started: cancel the deadline, reply
        starting + startedNot = stopping/stopping: cancel the deadline, limit the end, release
        starting + stop = starting/stopping: limit the end, cancel the start, limit the stop
        starting + stopWithin = starting/stopping: limit the end, cancel the start, limit the stop
        starting + overdue = stopping/stopping: cancel the start, limit the end, release
        ready + start = ready/started: reply
        ready + require = ready/started: reply
        ready + stop = stopping/stopping: limit the end, stop
        ready + stopWithin = stopping/stopping: limit the end, stop
        ready without life cycle + start = ready/started: reply
        ready without life cycle + require = ready/started: reply
        ready without life cycle + stop = stopping/stopping: limit the end, release
        ready without life cycle + stopWithin = stopping/stopping: limit the end, release
        failed + start = failed/preparing: keep, prepare
        failed + require = failed/idle: reply constructionFailed: S of program 'program': no network
        failed + made = failed/idle: keep
        failed + stop = stopped/stopped: limit the end, report [], drop
        failed + stopWithin = stopped/stopped: limit the end, report [], drop
        starting in a stop + require = starting/stopping: reply stopped: program 'program'
        starting in a stop + started = stopping/stopping: cancel the deadline, stop
        starting in a stop + startedNot = stopping/stopping: cancel the deadline, release
        starting in a stop + stopWithin = starting/stopping: limit the end, limit the stop
        starting in a stop + overdue = stopped/stopped: cancel the start, cancel the deadline, \#
        release, reply stopped: program 'program', report ["S of program \'program\'"], drop
        starting in a stop + endOverdue = stopped/stopped: cancel the start, \#
        cancel the deadline, release, reply stopped: program 'program', \#
        report ["S of program \'program\'"], drop
        stopping + require = stopping/stopping: reply stopped: program 'program'
        stopping + stopWithin = stopping/stopping: limit the end, limit the stop
        stopping + stopped = stopping/stopping: cancel the deadline, release
        stopping + overdue = stopped/stopped: cancel the deadline, release, \#
        report ["S of program \'program\'"], drop
        stopping + endOverdue = stopped/stopped: cancel the deadline, release, \#
        report ["S of program \'program\'"], drop
        releasing + require = stopping/stopping: reply stopped: program 'program'
        releasing + stopWithin = stopping/stopping: limit the end
        releasing + released = stopped/stopped: report [], drop
        releasing + endOverdue = stopped/stopped: cancel the deadline, release, \#
        report ["S of program \'program\'"], drop
        stopped + start = stopped/stopped: reply stopped: program 'program'
        stopped + require = stopped/stopped: reply stopped: program 'program'
        stopped + madePlain = stopped/stopped: release
        stopped + made = stopped/stopped: release
        stopped + stop = stopped/stopped: report []
        """#
}

/// A machine with one scope and one service.
private struct SingleService {
    private var machine = LifeCycleMachine(
        LifeCycleTopology([(name: "S", level: .program, creation: .start, needs: [])]))
    private let scope: ScopeID
    private let node: ServiceNodeID

    init(_ inputs: [LifeCycleMachineTests.Input]) {
        scope = machine.open(.program, named: "program", in: nil)
        node = ServiceNodeID(scope: scope, binding: 0)
        for input in inputs { _ = pass(input) }
    }

    var state: String { "\(machine[node].state.rawValue)/\(machine[scope].phase)" }

    /// Returns the names of the actions, without reports of states.
    mutating func pass(_ input: LifeCycleMachineTests.Input) -> [String] {
        switch input {
        case .start: machine.start(scope) { _ in }
        case .prepared: machine.prepared(scope, nil)
        case .require: machine.require(node) { _ in }
        case .madePlain: machine.made(node, hasLifeCycle: false)
        case .made: machine.made(node, hasLifeCycle: true)
        case .madeNot: machine.failedToMake(node, StartFailure())
        case .started: _ = machine.started(node, nil)
        case .startedNot: _ = machine.started(node, StartFailure())
        case .stop: machine.stop(scope, because: nil) { _ in }
        case .stopWithin: machine.stop(scope, within: LifeCycleLimits())
        case .stopped: machine.stopped(node)
        case .released: machine.released(node)
        case .overdue: machine.nodeOverdue(node)
        case .endOverdue: machine.scopeOverdue(scope)
        }
        return machine.takeActions().compactMap(text)
    }

    private func text(_ action: LifeCycleMachine.Action) -> String? {
        switch action {
        case .prepare: "prepare"
        case .cancelPreparation: "cancel the preparation"
        case .make: "make"
        case .start: "start"
        case .cancelStart: "cancel the start"
        case .stop: "stop"
        case .limitStop: "limit the stop"
        case .cancelDeadline: "cancel the deadline"
        case .release: "release"
        case .keep: "keep"
        case .limitEnd: "limit the end"
        case .drop: "drop"
        case .report: nil
        case .reply(_, .success): "reply"
        case .reply(_, .failure(let error)): "reply \(error)"
        case .replyStop(_, let report): "report \(report.overdue)"
        }
    }
}
