/// A service whose instances are pinned to the scheduler that they were made on; `@Schedulable` writes the conformance.
public protocol Schedulable: AnyObject {
    /// Where the instance belongs. Empty in a release build, unless the trait `SchedulableChecksInRelease` is on.
    var schedulerPin: SchedulerPin { get }
}

extension Schedulable {
    /// Reports a violation when the caller is outside of the scheduler that the instance was made on.
    ///
    /// `@Schedulable` writes the check into methods and stored properties by itself. Swift lets no macro into an accessor
    /// that is written out, so there this call is the first statement, and `@Schedulable` refuses an accessor without it.
    @inlinable
    public func checkScheduler(
        _ access: SchedulerPin.Access = .value, _ member: StaticString = #function
    ) {
        if schedulerPin.home != SchedulerPin.here { schedulerPin.report(self, access, member) }
    }
}

/// Pins every instance of a class to the scheduler it is made on, and checks that each member is used there.
///
/// ```swift
/// @Schedulable
/// final class NodeFetcher {
///     private var cursor: String?
///     func fetchNodes() { … }        // trap in a debug build: called on 'UI', lives on 'BL'
/// }
/// ```
///
/// Methods, subscripts and `var`s are checked, whatever their access. `let`, `static` and `nonisolated` members and `init` are
/// not. What a macro cannot reach (`lazy`, a property wrapper, an accessor or a `deinit` that is written out, synthesised
/// coding, members of another macro) is refused with a diagnostic that says what to write. An extension needs
/// `@SchedulableExtension`; a subclass, a nested class and a class that the service keeps need `@Schedulable`.
/// `swift package check-schedulable` finds those that lack it. A class that has to do without says so on its line:
/// `final class Index {  // not @Schedulable: …`.
///
/// Breakpoints and diagnostics stay on the lines of the sources. `#line` in a checked method is the method's own, so work
/// that is posted there is recorded as posted from its first line. The section "What cannot be checked" of the violation
/// matrix lists the rest, such as a reflection (`Mirror`), which reads storage unchecked.
///
/// The check costs less than allocating a closure in a debug build, and nothing in a release build unless the package's trait
/// `SchedulableChecksInRelease` is on. What a violation does is said by `Violations`.
@attached(member, conformances: Schedulable, names: named(schedulerPin))
@attached(memberAttribute)
@attached(extension, conformances: Schedulable)
public macro Schedulable() = #externalMacro(module: "SchedulingMacros", type: "SchedulableMacro")

/// Checks the members of an extension of a `@Schedulable` class, as `@Schedulable` does those of the class.
@attached(memberAttribute)
public macro SchedulableExtension() =
    #externalMacro(module: "SchedulingMacros", type: "SchedulableExtensionMacro")

/// What `@Schedulable` puts on each method; nobody writes it.
@attached(body)
public macro SchedulableMethod() =
    #externalMacro(module: "SchedulingMacros", type: "SchedulableMethodMacro")

/// What `@Schedulable` puts on each stored property; it is written out only to give it an argument.
///
/// - Parameter exclusivity: `.unchecked` stands for `@exclusivity(unchecked)`, which Swift allows on storage only.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro SchedulableProperty(exclusivity: SchedulerPin.Exclusivity = .checked) =
    #externalMacro(module: "SchedulingMacros", type: "SchedulablePropertyMacro")
