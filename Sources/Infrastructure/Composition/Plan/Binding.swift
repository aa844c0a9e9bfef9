import BoundaryErrors
import Scheduling

/// One binding of a plan, without the type of its key.
struct Binding: Sendable {
    let key: AnyServiceKey
    var creation: ServiceCreation
    let requirements: [Requirement]
    let place: DeclarationPlace
    /// Whether the service belongs to the main actor.
    let needsMainActor: Bool
    /// Whether the service is thread-safe.
    let isShared: Bool
    /// Whether it replaces the binding of a module.
    var isOverride = false
    /// Makes the storage of the service in one scope.
    let makeSlot: @Sendable (ServiceSite) -> any AnyServiceSlot

    init<Key: ServiceKey>(
        _ factory: Factory<Key>, _ creation: ServiceCreation, _ requirements: [Requirement],
        at place: DeclarationPlace
    ) {
        key = AnyServiceKey(Key.self)
        self.creation = creation
        self.requirements = requirements
        self.place = place
        needsMainActor = factory.needsMainActor
        isShared = factory.isShared
        makeSlot = factory.makeSlot
    }
}
