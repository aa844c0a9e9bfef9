package import Composition
import Events
import ProgramServices

/// The module of the events: the hub through which the features tell each other what happened.
package struct EventsModule: Module {
    package init() {}

    package func load(_ plan: ServicePlan) {
        plan.bind(EventHubKey.self) { EventHub() }
    }
}
