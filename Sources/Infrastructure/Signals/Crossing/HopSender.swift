/// The home side's reference to a target; its release without an end means that no event can come.
@usableFromInline
final class HopSender<Target: HopTarget>: Sendable {
    @usableFromInline let target: Target
    @usableFromInline let homeEnd: HomeEnd<Target.Failure>

    @inlinable
    init(_ target: Target, _ homeEnd: HomeEnd<Target.Failure>) {
        self.target = target
        self.homeEnd = homeEnd
    }

    deinit { if target.isOpen { homeEnd.vanish(target) } }
}
