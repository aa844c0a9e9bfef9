import SceneFlow

/// A notice that a terminal shows as text.
protocol TerminalNotice: Notice {
    /// The lines of the notice, without a line feed at the end.
    var text: String { get }
}
