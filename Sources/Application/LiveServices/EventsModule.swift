package import Composition
import Events
import ServiceKeys

/// The module of the events: the hub through which the features tell each other what happened.
package struct EventsModule: Module {
    package init() {}

    package func load(_ plan: ServicePlan) {
        let events: [any Event.Type] = [
            AccountSignedIn.self, AccountSignedOut.self, SignInBegan.self, SignInFailed.self,
            SyncEnded.self, MemoryPressureChanged.self,
        ]
        plan.describe(events: events)
        plan.bind(EventHubKey.self) { EventHub() }
    }
}
