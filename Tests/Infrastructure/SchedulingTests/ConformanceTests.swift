import Dispatch
import Scheduling
import SchedulingTestKit
import Testing

/// Every scheduler keeps the same rules, also one that is written outside of the package.
@Suite(.serialized) struct ConformanceTests {
    @Test(arguments: SchedulerConformance.Rule.all, [ShutdownMode.orderly, .finishRunning])
    func workSchedulerKeepsTheRules(_ rule: SchedulerConformance.Rule, _ mode: ShutdownMode) async {
        let suite = SchedulerConformance(
            shutDown: { ($0 as? WorkScheduler)?.shutDown(mode) }, { WorkScheduler(name: "BL") })
        #expect(await suite.violations(of: rule) == [])
    }

    @Test(arguments: SchedulerConformance.Rule.all)
    func mainSchedulerKeepsTheRules(_ rule: SchedulerConformance.Rule) async {
        let suite = SchedulerConformance { MainScheduler.shared }
        #expect(await suite.violations(of: rule) == [])
    }

    @Test(arguments: SchedulerConformance.Rule.all)
    func virtualSchedulerKeepsTheRules(_ rule: SchedulerConformance.Rule) async {
        let suite = SchedulerConformance(
            drive: { ($0 as? VirtualScheduler)?.advance(by: .milliseconds(1)) },
            { VirtualScheduler() })
        #expect(await suite.violations(of: rule) == [])
    }

    @Test(arguments: SchedulerConformance.Rule.all)
    func schedulerOutsideOfThePackageKeepsTheRules(_ rule: SchedulerConformance.Rule) async {
        let suite = SchedulerConformance(
            shutDown: { ($0 as? DispatchQueueScheduler)?.shutDown() }, { DispatchQueueScheduler() })
        #expect(await suite.violations(of: rule) == [])
    }

    @Test(arguments: FaultyScheduler.Fault.allCases)
    func schedulerThatEndsWronglyIsReported(_ fault: FaultyScheduler.Fault) async {
        var suite = SchedulerConformance(
            shutDown: { ($0 as? FaultyScheduler)?.shutDown() }, { FaultyScheduler(fault) })
        suite.timeout = .seconds(1)
        var violations: [String] = []
        for rule in SchedulerConformance.Rule.all {
            violations += await suite.violations(of: rule)
        }
        #expect(violations.contains(fault.violation))
    }
}
