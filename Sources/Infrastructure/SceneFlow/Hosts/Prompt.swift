/// A question of a scene, without a text: the host decides how to ask it.
///
/// ```swift
/// struct AskName: Prompt {
///     typealias Answer = String
///     static let name = "name"
/// }
/// ```
public protocol Prompt: Sendable {
    /// The type of the answer.
    associatedtype Answer: Sendable

    /// The name of the input in messages, such as that of a command-line option.
    static var name: String { get }
}

/// A fact that a scene shows without waiting for an answer, such as an address to open.
public protocol Notice: Sendable {}
