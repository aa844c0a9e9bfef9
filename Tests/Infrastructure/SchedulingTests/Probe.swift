import Scheduling
import SchedulingTestKit

/// Tells on which scheduler it is released; captured by the work whose lifetime a test looks at.
final class Probe {
    private let onRelease: (String?) -> Void

    init(_ onRelease: @escaping (String?) -> Void) { self.onRelease = onRelease }

    deinit { onRelease(Schedulers.current?.name) }
}

extension Recorder where Value == String? {
    /// A probe whose release this recorder collects.
    func probe() -> Probe { Probe { self.add($0) } }
}
