/// Writes a line for each transit and for the end of a flow, and never its state.
public final class FlowLog<Scene: SceneIdentifier, State: Sendable>: FlowExtension {
    // not @Schedulable: confined to the scheduler of its flow
    private let write: (String) -> Void
    private var name = ""

    /// Creates a log that passes each line to `write`.
    public init(_ write: @escaping (String) -> Void) { self.write = write }

    /// Keeps the name of the flow.
    public func mounted(in flow: FlowControl<Scene, State>) { name = flow.name }

    /// Writes the transit.
    public func didTransit(_ transit: Transit<Scene>) {
        let from = transit.from.map { "\($0) " } ?? ""
        let arrow = transit.direction == .back ? "<-" : "->"
        write("\(name): \(from)\(arrow) \(transit.to)")
    }

    /// Writes the refusal.
    public func refused(_ refusal: TransitRefusal) { write("\(name): \(refusal)") }

    /// Writes the end.
    public func willEnd(_ end: FlowEnd) {
        switch end {
        case .finished: write("\(name): finished")
        case .cancelled: write("\(name): cancelled")
        case .failed(let error): write("\(name): failed: \(error)")
        }
    }
}
