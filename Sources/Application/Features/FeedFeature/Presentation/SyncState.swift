import CommandLineProgram
import PhotoFeed
import SceneFlow
import Signals

/// The state of a run of `photopark sync`, as its display shows it.
struct SyncState: Equatable, Sendable {
    /// The latest progress.
    private(set) var progress = SyncProgress()
    /// The result of a finished run; `nil` until then.
    private(set) var result: SyncProgress?
    /// The text that the last action caused.
    private(set) var output = SyncOutput()
    private var display: SyncDisplay

    init(_ display: SyncDisplay) { self.display = display }

    /// Returns the reducer of a display.
    ///
    /// - Parameter ticks: makes the signal of the actions that an interval causes.
    static func reducer(
        ticks: @escaping (Duration) -> Signal<SyncAction, Never>
    ) -> Store<SyncState, SyncAction>.Reducer {
        { state, action in
            state.apply(action)
            switch action {
            case .started:
                guard let interval = state.display.tickInterval else { return .none }
                return .run(id: "ticks") { ticks(interval) }
            case .stopped: return .cancel("ticks")
            default: return .none
            }
        }
    }

    private mutating func apply(_ action: SyncAction) {
        switch action {
        case .event(.progress(let new), _): progress = new
        case .event(.finished(let new), _): (progress, result) = (new, new)
        default: break
        }
        output.replace(with: display.texts(for: action))
    }
}
