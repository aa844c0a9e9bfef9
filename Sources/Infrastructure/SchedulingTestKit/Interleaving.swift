/// A structure with two sides, and a model that judges each of its steps.
///
/// An input is an act of one of the sides. `Interleaving` applies inputs in random orders.
package protocol InterleavedMachine: AnyObject {
    associatedtype Input
    /// The possible inputs; a frequent one is here several times.
    static var inputs: [Input] { get }
    /// The law that the last step broke, or `nil`.
    var violation: String? { get }

    /// Creates the structure.
    ///
    /// - Parameters:
    ///   - variant: a number that selects the settings of the structure, such as its capacity.
    ///   - interrupt: applies the inputs that arrive within the present one. The callbacks of the
    ///     structure call it.
    init(variant: Int, interrupt: @escaping () -> Void)
    /// Applies an input; `choice` selects its object, such as the value that is cancelled.
    func apply(_ input: Input, _ choice: Int)
    /// Brings the structure to its end, after which nothing may be left.
    func finish()
}

/// Random orders of the inputs of a machine, also with inputs within others.
package enum Interleaving<Machine: InterleavedMachine> {
    private struct Step: CustomStringConvertible {
        let input: Machine.Input
        let choice: Int
        /// The number of callbacks to skip before the one in which this arrives; `nil` for none.
        let within: Int?

        var description: String { "\(within.map { "within \($0): " } ?? "")\(input) \(choice)" }
    }

    /// Returns the first violation, with its seed and the shortest list of inputs that was found.
    package static func violation(orders: Int = 2_000, length: Int = 24) -> String? {
        for seed in 1...UInt64(orders) {
            var random = SeededGenerator(seed: seed)
            let variant = random.next(below: 64)
            var steps = (0...random.next(below: length)).map { _ in
                Step(
                    input: Machine.inputs[random.next(below: Machine.inputs.count)],
                    choice: random.next(below: 64),
                    within: [nil, nil, 0, 0, 1, 2][random.next(below: 6)])
            }
            guard var law = run(steps, variant) else { continue }
            var index = 0
            while index < steps.count {
                var fewer = steps
                fewer.remove(at: index)
                if let found = run(fewer, variant) {
                    (steps, law, index) = (fewer, found, 0)
                } else {
                    index += 1
                }
            }
            return "seed \(seed), variant \(variant): \(law), after \(steps)"
        }
        return nil
    }

    private static func run(_ steps: [Step], _ variant: Int) -> String? {
        var rest = steps[...]
        var skipped = 0
        weak var target: Machine?
        func applyNext() {
            guard let step = rest.popFirst() else { return }
            skipped = 0
            target?.apply(step.input, step.choice)
        }
        let machine = Machine(variant: variant) {
            while let within = rest.first?.within, within <= skipped { applyNext() }
            skipped += 1
        }
        target = machine
        while machine.violation == nil, !rest.isEmpty { applyNext() }
        if machine.violation == nil { machine.finish() }
        return machine.violation
    }
}
