import Scheduling
import SchedulingTestKit
import Testing

/// Every scheduler keeps the same rules, also one that is written outside of the package.
@Suite(.serialized) struct ConformanceTests {
    @Test(arguments: SchedulerConformance.Rule.all)
    func workSchedulerKeepsTheRules(_ rule: SchedulerConformance.Rule) async {
        let suite = SchedulerConformance { WorkScheduler(name: "BL") }
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
        let suite = SchedulerConformance { DispatchQueueScheduler() }
        #expect(await suite.violations(of: rule) == [])
    }
}
