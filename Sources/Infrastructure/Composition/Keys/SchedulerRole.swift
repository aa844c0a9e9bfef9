/// The role of a scheduler in a program, which assigns a scheduler to each role.
///
/// A service key names a role and not a scheduler, so a program can run the services of several
/// roles on one scheduler. Services of one role use each other directly. A program with further
/// schedulers adds roles:
///
/// ```swift
/// extension SchedulerRole {
///     static let files = SchedulerRole("files")
/// }
/// ```
public struct SchedulerRole: Hashable, Sendable, CustomStringConvertible {
    /// The name, which appears in reports.
    public let name: String

    /// Creates the role with a name; equal names are one role.
    public init(_ name: String) { self.name = name }

    /// The user interface: presenters and commands.
    public static let main = SchedulerRole("UI")
    /// The business logic.
    public static let business = SchedulerRole("BL")
    /// No scheduler: the services are thread-safe (`SharedServiceKey`).
    public static let anywhere = SchedulerRole("TS")

    /// The name.
    public var description: String { name }
}
