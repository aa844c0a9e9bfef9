/// The line of a plan, with the module that it belongs to.
struct PlanPlace: Hashable, Sendable {
    let module: String
    let file: String
    let line: UInt
}
