/// The meaning of a comparison's figures.
enum Measure {
    /// The time for each operation; less is better.
    case nanoseconds(per: String)
    /// The operations per second; more is better.
    case rate(of: String)
    /// Figures that the contenders measure themselves.
    case figure(unit: String, lessIsBetter: Bool)

    var unit: String {
        switch self {
        case .nanoseconds(let operation): "ns/\(operation)"
        case .rate(let operations): "\(operations)/s"
        case .figure(let unit, _): unit
        }
    }

    /// The figure of a timed round.
    func figure(of operations: Int, in duration: Duration) -> Double {
        let nanoseconds =
            Double(duration.components.seconds) * 1e9
            + Double(duration.components.attoseconds) * 1e-9
        return switch self {
        case .nanoseconds: nanoseconds / Double(operations)
        case .rate: Double(operations) / nanoseconds * 1e9
        case .figure: nanoseconds
        }
    }

    /// The factor by which this project is better.
    func ratio(ours: Double, theirs: Double) -> Double {
        switch self {
        case .nanoseconds, .figure(_, lessIsBetter: true): theirs / ours
        case .rate, .figure(_, lessIsBetter: false): ours / theirs
        }
    }
}
