/// The parts of a scope that its life cycle uses.
protocol ManagedScope: AnyObject, Sendable {
    /// Whether migrations or a set-up belong to its start.
    var needsPreparation: Bool { get }

    /// Runs the migrations, and the set-up where the scope is the program.
    func prepare() async throws

    /// The storage of the service of a binding.
    func slot(of binding: Int) -> (any AnyServiceSlot)?
}
